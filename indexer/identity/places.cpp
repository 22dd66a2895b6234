// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/places.h"

#include "indexer/identity/candidate.h"
#include "shared/url/canonical.h"
#include "shared/url/url.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <tuple>

namespace trawl::identity {
namespace {

/// Host and path of an address, without the slash at its end.
std::string area_of(std::string_view address) {
  std::string key = url::identity_key(address);
  key.resize(std::min(key.find('?'), key.size()));
  while (key.ends_with('/')) key.pop_back();
  return key;
}

/// Of the address of a host or folder; a page with the name of a file stands for its folder.
std::string area_of_place(std::string_view address) {
  std::string area = area_of(address);
  if (area.contains('/') && url::names_file(area)) area.resize(area.rfind('/'));
  return area;
}

/// The next shorter area that contains this one; empty above a host.
std::string_view above(std::string_view area) {
  const auto slash = area.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : area.substr(0, slash);
}

/// Of a page: host and path of its folder.
std::string folder_of(std::string_view address) { return std::string(above(area_of(address))); }

bool is_below(std::string_view area, std::string_view folder) {
  return area.starts_with(folder) && (area.size() == folder.size() || area[folder.size()] == '/');
}

/// How much a link says about its page: the entry of a feed more than the date in a list.
int rank_of(const std::string& signal) {
  constexpr std::string_view kWithoutTitle = R"({"title":"")"; // a signal has its title first
  return signal.empty() ? 2 : signal.starts_with(kWithoutTitle) ? 1 : 0;
}

} // namespace

void Places::add(const std::string& source, const std::vector<std::string>& addresses) {
  if (!positions_.emplace(source, sources_.size()).second) return;
  std::vector<std::string> areas;
  for (const std::string& address : addresses) {
    std::string area = area_of_place(address);
    if (area.empty()) continue;
    owners_.emplace(area, source);
    areas.push_back(std::move(area));
  }
  sources_.emplace_back(source, std::move(areas));
}

/// The longest place that an address is at; null: it is at nobody's.
const Places::Named* Places::place_of(std::string_view address) const {
  const std::string area = area_of(address);
  for (std::string_view one = area; !one.empty(); one = above(one)) {
    if (const auto found = owners_.find(one); found != owners_.end()) return &*found;
  }
  return nullptr;
}

/// Nobody subscribed to an unknown source, so it is behind all others.
std::size_t Places::position(std::string_view source) const {
  const auto found = positions_.find(source);
  return found == positions_.end() ? std::numeric_limits<std::size_t>::max() : found->second;
}

std::string_view Places::source_at(std::string_view address) const {
  const auto* const place = place_of(address);
  return place == nullptr ? std::string_view() : place->second;
}

bool Places::may_state(std::string_view source, std::string_view address) const {
  const auto* const place = place_of(address);
  return place != nullptr && place->second == source;
}

std::string Places::tenant(std::string_view source, std::string_view address) const {
  return may_state(source, address) ? std::string() : "//" + folder_of(address);
}

bool Places::may_be_claimed(std::string_view claim, std::string_view address) const {
  if (!are_on_one_host(claim, address)) return true;
  const auto *const here = place_of(address), *const there = place_of(claim);
  if (here == nullptr && there == nullptr)
    return folder_of(address) == folder_of(claim) || is_below(area_of(address), area_of(claim));
  return here != nullptr && there != nullptr && here->second == there->second;
}

Places::Links Places::ranked(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  using Rank = std::tuple<Distance, std::int64_t, std::size_t, std::string_view, int, std::string_view>;
  const auto* const place = place_of(address);
  std::map<std::string_view, std::pair<Distance, std::int64_t>> claims; // by source
  for (const auto& link : links) {
    const bool is_at_place = place != nullptr && link.source == place->second;
    const auto distance = is_at_place            ? Distance::AtPlace
                          : link.seed == address ? Distance::Brought
                                                 : Distance::Foreign;
    auto& best = claims.try_emplace(link.source, distance, link.since).first->second;
    best = {std::min(best.first, distance), std::min(best.second, link.since)};
  }
  std::vector<std::pair<Rank, const store::DiscoveredLink*>> ranked;
  for (const auto& link : links) {
    const auto& [distance, since] = claims.at(link.source);
    ranked.emplace_back(Rank(distance, since, position(link.source), link.source, rank_of(link.signal), link.seed),
                        &link);
  }
  std::ranges::sort(ranked, {}, [](const auto& one) -> const Rank& { return one.first; });
  Links out;
  for (const auto& [rank, link] : ranked) out.push_back(link);
  return out;
}

Places::Links Places::statements(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  Links out = ranked(address, links);
  const auto* const place = place_of(address);
  std::erase_if(out, [&](const auto* link) { return place == nullptr || link->source != place->second; });
  return out;
}

std::string Places::owner(std::string_view address, const std::vector<store::DiscoveredLink>& links) const {
  if (links.empty()) return {};
  const auto* const place = place_of(address);
  return place != nullptr ? place->second : ranked(address, links).front()->source;
}

std::string Places::text() const {
  std::string text;
  for (const auto& [source, areas] : sources_) {
    text += source;
    for (const std::string& area : areas) text += ' ' + area;
    text += '\n';
  }
  return text;
}

} // namespace trawl::identity
