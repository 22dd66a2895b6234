// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms that a prefix stands for.
#pragma once

#include "shared/search/index_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::search {

inline constexpr std::size_t kMaxExpansions = 100;

struct PrefixExpansion {
  std::vector<std::string> terms; ///< most frequent first, at most kMaxExpansions
  std::size_t total = 0;          ///< terms with the prefix; more than terms.size() if some were cut
};

/// The terms of the index that begin with `prefix`, which includes the prefix of a field.
PrefixExpansion expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget);

} // namespace trawl::search
