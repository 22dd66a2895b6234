// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings about a query, for the person who typed it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::query {

/// Something in the query that was not understood, or was not done as asked. The codes are listed in
/// docs/query-language.md.
struct Warning {
  std::string code;                    ///< unknown_field, unbalanced_quote, expansion_cut, unknown_value, …
  std::string message;                 ///< one sentence
  std::optional<std::size_t> position; ///< in code points of the query
};

/// Whether one of the warnings has this code.
inline bool has_warning(const std::vector<Warning>& warnings, std::string_view code) {
  return std::ranges::find(warnings, code, &Warning::code) != warnings.end();
}

} // namespace trawl::query
