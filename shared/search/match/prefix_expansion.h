// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms that a prefix stands for.
#pragma once

#include "shared/search/index_view.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

/// Ranking and suggestions look at this many terms, matching at all of them.
inline constexpr std::size_t kMaxExpansions = 100;

/// The terms of the index that begin with `prefix`, which includes the prefix of a field: the kMaxExpansions most
/// frequent, most frequent first.
std::vector<std::string> expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget);

} // namespace trawl::search
