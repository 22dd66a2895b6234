// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds filters typed into the search box (flash source:pytorch), so that the page can offer to remove them.
#pragma once

#include <string>
#include <string_view>

namespace trawl::searchd {

/// `q` without the filters on `field` that apply to the whole query; "date" means date:, after:, before: and since:.
/// Returns `q` unchanged if there are none, or if they apply to a part of the query only, as in "(a source:x) OR b".
std::string without_typed_filter(const std::string& q, std::string_view field);

/// `q` without any such filter.
std::string without_typed_filters(const std::string& q);

} // namespace trawl::searchd
