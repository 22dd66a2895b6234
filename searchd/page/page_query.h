// SPDX-License-Identifier: GPL-3.0-or-later
/// Filters typed into the search box (flash source:pytorch), so that the page can offer to take them away again.
#pragma once

#include <string>
#include <string_view>

namespace trawl::searchd {

/// `q` without the filters on `field` that hold for the whole query; "date" stands for date:, after:, before: and
/// since:. As typed if there are none, or if only a part of the query is filtered, as in "(a source:x) OR b".
std::string without_typed_filter(const std::string& q, std::string_view field);

/// `q` without any such filter.
std::string without_typed_filters(const std::string& q);

} // namespace trawl::searchd
