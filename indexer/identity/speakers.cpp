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

/// Of a seed or page, by its identity key: host and path.
std::string folder_of(std::string_view key) { return std::string(key.substr(0, key.find_last_of('/', key.find('?')))); }

/// How much a link says about its page: the entry of a feed more than the date in a list.
int rank_of(const std::string& signal) {
  constexpr std::string_view kWithoutTitle = R"({"title":"")"; // a signal has its title first
  return signal.empty() ? 2 : signal.starts_with(kWithoutTitle) ? 1 : 0;
}

} // namespace

void Speakers::add(const std::string& source, std::string_view homepage, const std::vector<std::string>& seeds) {
  Home home{url::canonical(homepage), url::site(homepage), url::identity_key(homepage), {}, homes_.size()};
  home.area.resize(std::min(home.area.find('?'), home.area.size()));
  by_sites_[home.site].insert(source);
  for (const std::string& seed : seeds) {
    home.seeds.push_back({url::canonical(seed), url::site(seed), folder_of(url::identity_key(seed))});
    by_sites_[home.seeds.back().site].insert(source);
  }
  homes_[source] = std::move(home);
}

void Speakers::note_reading(std::string_view source, std::string_view seed, bool is_elsewhere) {
  const auto home = homes_.find(source);
  if (home == homes_.end()) return;
  for (Seed& one : home->second.seeds) {
    if (one.url == url::canonical(seed)) one.reading = is_elsewhere ? Reading::Elsewhere : Reading::Here;
  }
}

bool Speakers::leads_elsewhere(std::string_view source, std::string_view seed) const {
  return std::ranges::any_of(home_of(source).seeds, [&](const Seed& one) {
    return one.reading == Reading::Elsewhere && one.url == url::canonical(seed);
  });
}

/// How well it is known that a homepage is its source's: 2 if a seed was read on its site, 1 if one may be.
int Speakers::standing(const Home& home) {
  int best = 0;
  for (const Seed& seed : home.seeds) {
    if (seed.site == home.site && seed.reading != Reading::Elsewhere)
      best = std::max(best, seed.reading == Reading::Here ? 2 : 1);
  }
  return best;
}

/// The sources that have anything on a site.
Speakers::Homes Speakers::sources_on(const std::string& site) const {
  Homes homes;
  const auto sources = by_sites_.find(site);
  if (sources == by_sites_.end() || site.empty()) return homes;
  for (const std::string& source : sources->second) {
    const Home& home = home_of(source);
    const auto is_there = [&](const Seed& seed) { return seed.site == site && seed.reading != Reading::Elsewhere; };
    if (home.site == site || std::ranges::any_of(home.seeds, is_there)) homes.emplace_back(source, &home);
  }
  return homes;
}

/// Of the sources with a homepage on a site, those whose it is.
Speakers::Homes Speakers::homes_on(const std::string& site) const {
  Homes homes = sources_on(site);
  std::erase_if(homes, [&](const auto& one) { return one.second->site != site || is_others(*one.second); });
  return homes;
}

/// Whether a homepage is rather that of another source.
bool Speakers::is_others(const Home& home) const {
  return std::ranges::any_of(sources_on(home.site), [&](const auto& one) {
    const Home& other = *one.second;
    const auto is_near = [&](const std::string& area) {
      return is_below(area, home.area) || is_below(home.area, area);
    };
    const auto is_near_seed = [&](const Seed& seed) {
      return seed.reading != Reading::Elsewhere && host_of(seed.folder) != host_of(other.area) && is_near(seed.folder);
    };
    return other.site == home.site && standing(other) > standing(home) &&
           (is_near(other.area) || std::ranges::any_of(other.seeds, is_near_seed));
  });
}

bool Speakers::has_site(std::string_view source) const { return !is_others(home_of(source)); }

/// Nobody subscribed to an unknown source, so its place is behind all others.
const Speakers::Home& Speakers::home_of(std::string_view source) const {
  static const Home kNone{{}, {}, {}, {}, std::numeric_limits<std::size_t>::max()};
  const auto home = homes_.find(source);
  return home == homes_.end() ? kNone : home->second;
}

bool Speakers::may_state(std::string_view source, std::string_view address) const {
  const Home& home = home_of(source);
  const std::string site = url::site(address), key = url::identity_key(address);
  if (site.empty()) return false;
  if (site != home.site) {
    const auto is_below_seed = [&](const Seed& seed) {
      return seed.reading != Reading::Elsewhere && seed.folder.contains('/') && is_below(key, seed.folder);
    };
    return std::ranges::any_of(home.seeds, is_below_seed) && sources_on(site).size() == 1;
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
  if (!may_state(source, address)) return "//" + folder_of(url::identity_key(address));
  const std::string& area = home_of(source).area;
  const auto sources = std::ranges::count_if(homes_on(site), [&](const auto& one) { return one.second->area == area; });
  return sources > 1 ? area : std::string();
}

bool Speakers::may_be_claimed(std::string_view claim, std::string_view address) const {
  if (url::site(claim) != url::site(address)) return true;
  const std::string area = nearest_area(address), key = url::identity_key(address), claimed = url::identity_key(claim);
  if (area != nearest_area(claim)) return false;
  if (!area.empty() || folder_of(key) == folder_of(claimed) || is_below(key, claimed)) return true;
  return std::ranges::any_of(homes_on(url::site(address)), [&](const auto& one) {
    return may_state(one.first, address) && may_state(one.first, claim);
  });
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

/// Where seeds were read counts only beside others.
std::string Speakers::text() const {
  std::vector<const std::pair<const std::string, Home>*> lines;
  for (const auto& line : homes_) lines.push_back(&line);
  std::ranges::sort(lines, {}, [](const auto* line) { return line->second.place; });
  std::string text;
  for (const auto* line : lines) {
    const auto& [source, home] = *line;
    const bool is_alone = sources_on(home.site).size() < 2;
    text += source + ' ' + home.url;
    for (const Seed& seed : home.seeds) {
      const bool is_here = seed.reading == Reading::Here && !is_alone;
      text += (seed.reading == Reading::Elsewhere ? " -" : is_here ? " =" : " ") + seed.url;
    }
    text += '\n';
  }
  return text;
}

Speakers Speakers::from_text(std::string_view text) {
  Speakers speakers;
  for (const auto line : std::views::split(text, '\n')) {
    std::vector<std::string> words, seeds;
    for (const auto word : std::views::split(line, ' ')) words.emplace_back(word.begin(), word.end());
    if (words.size() < 2) continue;
    const auto is_marked = [](const std::string& word) { return word.starts_with('-') || word.starts_with('='); };
    for (std::size_t i = 2; i < words.size(); ++i) seeds.push_back(words[i].substr(is_marked(words[i]) ? 1 : 0));
    speakers.add(words[0], words[1], seeds);
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (is_marked(words[i])) speakers.note_reading(words[0], seeds[i - 2], words[i].starts_with('-'));
    }
  }
  return speakers;
}

SharedSpeakers::SharedSpeakers(Speakers first) : state_(std::make_shared<State>()) {
  state_->speakers = std::make_shared<const Speakers>(std::move(first));
}

std::shared_ptr<const Speakers> SharedSpeakers::now() const {
  const std::lock_guard lock(state_->mutex);
  return state_->speakers;
}

void SharedSpeakers::note_reading(std::string_view source, std::string_view seed, bool is_elsewhere) const {
  const std::lock_guard lock(state_->mutex);
  // Nothing new, as on most days: a copy of all sources for each of them would be dear.
  if (is_elsewhere ? state_->speakers->leads_elsewhere(source, seed) : state_->speakers->has_site(source)) return;
  auto next = std::make_shared<Speakers>(*state_->speakers);
  next->note_reading(source, seed, is_elsewhere);
  state_->speakers = std::move(next);
}

} // namespace trawl::identity
