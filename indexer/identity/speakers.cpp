// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/speakers.h"

#include "shared/article/article_id.h"
#include "shared/url/canonical.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace trawl::identity {
namespace {

bool is_below(std::string_view address_key, std::string_view area) {
  return address_key.starts_with(area) &&
         (address_key.size() == area.size() || std::string_view("/?").contains(address_key[area.size()]));
}

/// How much a link says about its page: the entry of a feed more than the date in a list.
int rank_of(const std::string& signal) {
  constexpr std::string_view kWithoutTitle = R"({"title":"")"; // a signal has its title first
  return signal.empty() ? 2 : signal.starts_with(kWithoutTitle) ? 1 : 0;
}

} // namespace

void Speakers::add(const std::string& source, std::string_view homepage, const std::vector<std::string>& seeds) {
  text_ += source + ' ' + url::canonical(homepage);
  for (const std::string& seed : seeds) text_ += ' ' + url::canonical(seed);
  text_ += '\n';
  Home home{url::site(homepage), url::identity_key(homepage)};
  home.area.resize(std::min(home.area.find('?'), home.area.size()));
  if (!home.site.empty()) areas_[home.site].insert(home.area);
  by_seeds_[home.site].insert(source);
  for (const std::string& seed : seeds) by_seeds_[url::site(seed)].insert(source);
  homes_[source] = std::move(home);
}

bool Speakers::may_state(std::string_view source, std::string_view address) const {
  const auto home = homes_.find(source);
  if (home == homes_.end()) return false;
  const std::string site = url::site(address);
  if (site.empty()) return false;
  if (site != home->second.site) {
    const auto seeds = by_seeds_.find(site);
    return seeds != by_seeds_.end() && seeds->second.size() == 1 && *seeds->second.begin() == source;
  }
  const std::string nearest = nearest_area(address);
  return nearest.empty() || nearest == home->second.area;
}

std::string Speakers::voice(std::string_view source, std::string_view address) const {
  if (!may_state(source, address)) return {};
  const std::string& area = homes_.find(source)->second.area;
  const auto sources = std::ranges::count_if(homes_, [&](const auto& one) { return one.second.area == area; });
  return sources > 1 ? area : std::string();
}

bool Speakers::share_home(std::string_view address, std::string_view other) const {
  return nearest_area(address) == nearest_area(other);
}

/// Of the homepages above the address, the one with the longest path.
std::string Speakers::nearest_area(std::string_view address) const {
  std::string nearest;
  const auto areas = areas_.find(url::site(address));
  if (areas == areas_.end()) return nearest;
  const std::string key = url::identity_key(address);
  for (const std::string& area : areas->second) {
    if (area.size() > nearest.size() && is_below(key, area)) nearest = area;
  }
  return nearest;
}

std::vector<const store::DiscoveredLink*> Speakers::ranked(std::string_view address,
                                                           const std::vector<store::DiscoveredLink>& links) const {
  // Of sources that were found in the same crawl neither the order of the alphabet nor that of the crawl decides.
  using Rank = std::tuple<int, std::int64_t, std::string, std::string_view, int, std::string_view>;
  std::map<std::string_view, std::pair<int, std::int64_t>> claims; // by source
  for (const auto& link : links) {
    const int distance = may_state(link.source, address) ? 0 : link.seed == address ? 1 : 2;
    const auto claim = claims.try_emplace(link.source, distance, link.since).first;
    claim->second = std::min(claim->second, std::pair(distance, link.since));
  }
  std::vector<std::pair<Rank, const store::DiscoveredLink*>> ranked;
  for (const auto& link : links) {
    const auto& [distance, since] = claims.at(link.source);
    ranked.emplace_back(Rank(distance, since, article_id(link.source + std::string(address)), link.source,
                             rank_of(link.signal), link.seed),
                        &link);
  }
  std::ranges::sort(ranked, {}, [](const auto& one) -> const Rank& { return one.first; });
  std::vector<const store::DiscoveredLink*> out;
  for (const auto& [rank, link] : ranked) out.push_back(link);
  return out;
}

std::string Speakers::owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  const auto all = ranked(address, links);
  return all.empty() ? std::string() : all.front()->source;
}

Speakers Speakers::from_text(std::string_view text) {
  Speakers speakers;
  for (const auto line : std::views::split(text, '\n')) {
    std::vector<std::string> words;
    for (const auto word : std::views::split(line, ' ')) words.emplace_back(word.begin(), word.end());
    if (words.size() > 1) speakers.add(words[0], words[1], {words.begin() + 2, words.end()});
  }
  return speakers;
}

} // namespace trawl::identity
