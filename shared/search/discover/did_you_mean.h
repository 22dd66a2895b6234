// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling correction with the words and values of the index. docs/decisions/0016-typos.md has the rule.
#pragma once

#include "shared/search/index_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// `q` with each word and filter value that is probably misspelt replaced by the nearest one that the index has, and
/// everything else as typed; nullopt if nothing changes. The caller checks that the corrected query finds more.
/// Once the budget is over, no word is misspelt.
std::optional<std::string> corrected_query(std::string_view q, const IndexView& view, Budget& budget);

} // namespace trawl::search
