// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/speakers.h"

#include "shared/url/canonical.h"

#include <algorithm>
#include <limits>
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
  Home home{url::site(homepage), url::identity_key(homepage), {}, false, homes_.size()};
  home.area.resize(std::min(home.area.find('?'), home.area.size()));
  by_sites_[home.site].insert(source);
  for (const std::string& seed : seeds) {
    const std::string site = url::site(seed), key = url::identity_key(seed);
    by_sites_[site].insert(source);
    home.has_seed = home.has_seed || site == home.site;
    home.folders.push_back(key.substr(0, key.find_last_of('/', key.find('?'))));
  }
  homes_[source] = std::move(home);
}

/// Of the sources with a homepage on a site, those whose it is.
Speakers::Homes Speakers::homes_on(const std::string& site) const {
  Homes homes;
  const auto sources = by_sites_.find(site);
  if (sources == by_sites_.end() || site.empty()) return homes;
  for (const std::string& source : sources->second) {
    const Home& home = home_of(source);
    if (home.site == site && !is_others(home)) homes.emplace_back(source, &home);
  }
  return homes;
}

/// Whether a homepage is rather that of a source which has a seed there.
bool Speakers::is_others(const Home& home) const {
  const auto sources = by_sites_.find(home.site);
  return !home.has_seed && std::ranges::any_of(sources->second, [&](const std::string& source) {
    const Home& other = home_of(source);
    const auto is_near = [&](const std::string& area) {
      return is_below(area, home.area) || is_below(home.area, area);
    };
    const auto is_near_seed = [&](const std::string& folder) {
      return host_of(folder) != host_of(other.area) && is_near(folder);
    };
    return other.has_seed && other.site == home.site &&
           (is_near(other.area) || std::ranges::any_of(other.folders, is_near_seed));
  });
}

/// Nobody subscribed to an unknown source, so its place is behind all others.
const Speakers::Home& Speakers::home_of(std::string_view source) const {
  static const Home kNone{{}, {}, {}, false, std::numeric_limits<std::size_t>::max()};
  const auto home = homes_.find(source);
  return home == homes_.end() ? kNone : home->second;
}

bool Speakers::may_state(std::string_view source, std::string_view address) const {
  const Home& home = home_of(source);
  const std::string site = url::site(address);
  const auto neighbours = by_sites_.find(site);
  if (site.empty() || neighbours == by_sites_.end() || !neighbours->second.contains(std::string(source))) return false;
  const std::string key = url::identity_key(address);
  if (site != home.site) {
    return neighbours->second.size() == 1 &&
           std::ranges::any_of(home.folders, [&](const std::string& folder) { return is_below(key, folder); });
  }
  if (is_others(home)) return false;
  const std::string nearest = nearest_area(address), host = host_of(key);
  if (!nearest.empty()) return nearest == home.area;
  return std::ranges::none_of(homes_on(site), [&](const auto& other) {
    return host_of(other.second->area) == host && other.second->area != home.area;
  });
}

std::string Speakers::voice(std::string_view source, std::string_view address) const {
  const std::string site = url::site(address);
  if (site.empty()) return {};
  if (!may_state(source, address)) return "//" + site;
  const std::string& area = home_of(source).area;
  const auto sources = std::ranges::count_if(homes_on(site), [&](const auto& one) { return one.second->area == area; });
  return sources > 1 ? area : std::string();
}

bool Speakers::may_be_claimed(std::string_view claim, std::string_view address) const {
  return url::site(claim) != url::site(address) || nearest_area(claim) == nearest_area(address);
}

/// Of the homepages above the address, the one with the longest path.
std::string Speakers::nearest_area(std::string_view address) const {
  std::string nearest;
  const std::string key = url::identity_key(address);
  for (const auto& [source, home] : homes_on(url::site(address))) {
    if (home->area.size() > nearest.size() && is_below(key, home->area)) nearest = home->area;
  }
  return nearest;
}

Speakers::Distance Speakers::distance(const store::DiscoveredLink& link, std::string_view address) const {
  const Home& home = home_of(link.source);
  const bool is_at_home = home.site == url::site(address) && may_state(link.source, address);
  if (is_at_home && nearest_area(address) == home.area) return Distance::Below;
  if (link.seed == address) return Distance::Brought;
  return is_at_home ? Distance::OnSite : Distance::Foreign;
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
    ranked.emplace_back(Rank(nearest, since, home_of(link.source).place, link.source, rank_of(link.signal), link.seed),
                        &link);
  }
  std::ranges::sort(ranked, {}, [](const auto& one) -> const Rank& { return one.first; });
  Links out;
  for (const auto& [rank, link] : ranked) out.push_back(link);
  return out;
}

Speakers::Links Speakers::statements(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  Links out = ranked(address, links);
  if (out.empty()) return out;
  const std::string first = out.front()->source;
  std::erase_if(out, [&](const store::DiscoveredLink* link) {
    const bool is_of_first = link->source == first || home_of(link->source).area == home_of(first).area;
    return !is_of_first || !may_state(link->source, address);
  });
  return out;
}

std::string Speakers::owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  const Links all = ranked(address, links);
  if (all.empty()) return {};
  if (distance(*all.front(), address) != Distance::Foreign) return all.front()->source;
  auto homes = homes_on(url::site(address));
  std::erase_if(homes, [&](const auto& one) { return !may_state(one.first, address); });
  const auto first = std::ranges::min_element(homes, {}, [](const auto& one) { return one.second->place; });
  return first == homes.end() ? all.front()->source : std::string(first->first);
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
