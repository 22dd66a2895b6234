// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/clustering.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

namespace trawl::crawl {
namespace {

/// Disjoint sets of candidates, each named by its smallest member.
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }

  std::size_t root_of(std::size_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  void join(std::size_t a, std::size_t b) {
    const auto first = root_of(a), second = root_of(b);
    parents_[std::max(first, second)] = std::min(first, second);
  }
  std::vector<std::size_t> roots() {
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < parents_.size(); ++i) roots.push_back(root_of(i));
    return roots;
  }

 private:
  std::vector<std::size_t> parents_;
};

using Group = std::vector<std::size_t>;

/// Whether all candidates at the place of `a` are apart from `b`: at another spelling of an address the title may be an
/// older one.
bool is_place_apart(const Candidate& a, const Candidate& b, const Group& group,
                    const std::vector<Candidate>& candidates) {
  return std::ranges::all_of(
      group, [&](std::size_t one) { return !candidates[one].is_at_place_of(a) || candidates[one].is_apart(b); });
}

bool has_two_articles(const Group& group, const std::vector<Candidate>& candidates) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      const auto &a = candidates[group[i]], &b = candidates[group[j]];
      if (a.is_apart(b) && is_place_apart(a, b, group, candidates) && is_place_apart(b, a, group, candidates))
        return true;
    }
  }
  return false;
}

/// Joins the closest pairs first, and skips pairs that would fold two articles of one source.
void join_again(const Group& group, const std::vector<Candidate>& candidates, Sets& sets) {
  struct Pair {
    int distance;
    std::string_view first, second; // addresses, so that the order of the candidates does not matter
    std::size_t i, j;
  };
  std::vector<Pair> pairs;
  for (const auto i : group) {
    for (const auto j : group) {
      const std::string_view first = candidates[i].member.address, second = candidates[j].member.address;
      if (std::tie(first, i) >= std::tie(second, j) || !candidates[i].is_same(candidates[j])) continue;
      pairs.push_back({candidates[i].distance(candidates[j]), first, second, i, j});
    }
  }
  std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
    return std::tie(a.distance, a.first, a.second, a.i, a.j) < std::tie(b.distance, b.first, b.second, b.i, b.j);
  });
  for (const Pair& pair : pairs) {
    const auto first = sets.root_of(pair.i), second = sets.root_of(pair.j);
    Group joined;
    std::ranges::copy_if(group, std::back_inserter(joined), [&](std::size_t one) {
      const auto root = sets.root_of(one);
      return root == first || root == second;
    });
    if (!has_two_articles(joined, candidates)) sets.join(first, second);
  }
}

} // namespace

std::vector<std::size_t> clusters_of(const std::vector<Candidate>& candidates) {
  Sets connected(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t j = i + 1; j < candidates.size(); ++j) {
      if (connected.root_of(i) != connected.root_of(j) && candidates[i].is_same(candidates[j])) connected.join(i, j);
    }
  }
  std::map<std::size_t, Group> groups;
  for (std::size_t i = 0; i < candidates.size(); ++i) groups[connected.root_of(i)].push_back(i);
  Sets sets(candidates.size());
  for (const auto& [root, group] : groups) {
    if (has_two_articles(group, candidates)) {
      join_again(group, candidates, sets);
    } else {
      for (const auto one : group) sets.join(root, one);
    }
  }
  return sets.roots();
}

} // namespace trawl::crawl
