// SPDX-License-Identifier: GPL-3.0-or-later
/// Sums over ranges of nodes, each in constant time.
#pragma once

#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::extract {

class NodeSums {
 public:
  NodeSums() = default;
  explicit NodeSums(html::NodeId nodes) : before_(nodes + std::size_t{1}) {}

  /// Adds to one node. Call before the first in().
  void add(html::NodeId node, std::size_t amount) {
    before_[node + std::size_t{1}] += static_cast<std::uint32_t>(amount);
  }
  void finish();

  /// The sum over [begin, end).
  std::size_t in(html::NodeId begin, html::NodeId end) const { return before_[end] - before_[begin]; }

 private:
  std::vector<std::uint32_t> before_;
};

/// The images and media players, by node.
NodeSums count_media(const html::Dom& dom);

} // namespace trawl::extract
