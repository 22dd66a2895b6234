// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/speakers.h"

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

/// The host of an identity key.
std::string host_of(std::string key) {
  key.resize(std::min(key.find_first_of("/?"), key.size()));
  return key;
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
  Home home{url::site(homepage), url::identity_key(homepage), {}, homes_.size()};
  home.area.resize(std::min(home.area.find('?'), home.area.size()));
  if (!home.site.empty()) areas_[home.site].insert(home.area);
  by_seeds_[home.site].insert(source);
  for (const std::string& seed : seeds) {
    by_seeds_[url::site(seed)].insert(source);
    const std::string key = url::identity_key(seed);
    home.folders.push_back(key.substr(0, key.find_last_of('/', key.find('?'))));
  }
  homes_[source] = std::move(home);
}

bool Speakers::may_state(std::string_view source, std::string_view address) const {
  const auto home = homes_.find(source);
  if (home == homes_.end()) return false;
  const std::string site = url::site(address);
  if (site.empty()) return false;
  if (site != home->second.site) {
    const auto seeds = by_seeds_.find(site);
    if (seeds == by_seeds_.end() || seeds->second != std::set{std::string(source)}) return false;
    const std::string key = url::identity_key(address);
    return std::ranges::any_of(home->second.folders, [&](const std::string& folder) { return is_below(key, folder); });
  }
  const std::string nearest = nearest_area(address);
  if (!nearest.empty()) return nearest == home->second.area;
  const std::string host = host_of(url::identity_key(address));
  return std::ranges::none_of(
      areas_.at(site), [&](const std::string& area) { return host_of(area) == host && area != home->second.area; });
}

std::string Speakers::voice(std::string_view source, std::string_view address) const {
  const std::string site = url::site(address);
  if (site.empty()) return {};
  if (!may_state(source, address)) return "//" + site;
  const std::string& area = homes_.find(source)->second.area;
  const auto sources = std::ranges::count_if(homes_, [&](const auto& one) { return one.second.area == area; });
  return sources > 1 ? area : std::string();
}

bool Speakers::may_be_claimed(std::string_view claim, std::string_view address) const {
  return url::site(claim) != url::site(address) || nearest_area(claim) == nearest_area(address);
}

/// Behind all others if nobody has subscribed to it.
std::size_t Speakers::place_of(std::string_view source) const {
  const auto home = homes_.find(source);
  return home == homes_.end() ? homes_.size() : home->second.place;
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

Speakers::Distance Speakers::distance(const store::DiscoveredLink& link, std::string_view address) const {
  const bool may_say = may_state(link.source, address);
  if (may_say && nearest_area(address) == homes_.find(link.source)->second.area) return Distance::Below;
  if (link.seed == address) return Distance::Brought;
  return may_say ? Distance::OnSite : Distance::Foreign;
}

Speakers::Links Speakers::ranked(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  using Rank = std::tuple<Distance, std::int64_t, std::size_t, std::string_view, int, std::string_view>;
  std::map<std::string_view, std::pair<Distance, std::int64_t>> claims; // by source
  for (const auto& link : links) {
    const std::pair claim(distance(link, address), link.since);
    auto& best = claims.try_emplace(link.source, claim).first->second;
    best = {std::min(best.first, claim.first), std::min(best.second, claim.second)};
  }
  std::vector<std::pair<Rank, const store::DiscoveredLink*>> ranked;
  for (const auto& link : links) {
    const auto& [nearest, since] = claims.at(link.source);
    ranked.emplace_back(Rank(nearest, since, place_of(link.source), link.source, rank_of(link.signal), link.seed),
                        &link);
  }
  std::ranges::sort(ranked, {}, [](const auto& one) -> const Rank& { return one.first; });
  Links out;
  for (const auto& [rank, link] : ranked) out.push_back(link);
  return out;
}

Speakers::Links Speakers::statements(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  Links out = ranked(address, links);
  const auto is_brought = [&](const store::DiscoveredLink* link) { return link->seed == address; };
  const auto first = std::ranges::find_if(out, is_brought);
  const std::string owner = first == out.end() ? std::string() : (*first)->source;
  std::erase_if(out, [&](const store::DiscoveredLink* link) {
    if (!may_state(link->source, address)) return true;
    return !owner.empty() && link->source != owner && distance(*link, address) != Distance::Below;
  });
  return out;
}

std::string Speakers::owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  const Links all = ranked(address, links);
  if (all.empty()) return {};
  std::string owner = all.front()->source;
  if (distance(*all.front(), address) != Distance::Foreign) return owner;
  std::size_t first = homes_.size();
  for (const auto& [source, home] : homes_) {
    if (home.place >= first || !may_state(source, address)) continue;
    first = home.place;
    owner = source;
  }
  return owner;
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
