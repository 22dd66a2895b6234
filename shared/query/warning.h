// SPDX-License-Identifier: GPL-3.0-or-later
/// Warnings about a query, for the person who typed it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace trawl::query {

/// Something in the query that was not understood, or was not done as asked. The codes are listed in
/// docs/query-language.md.
struct Warning {
  std::string code;                    ///< unknown_field, unbalanced_quote, expansion_cut, unknown_value, …
  std::string message;                 ///< one sentence
  std::optional<std::size_t> position; ///< in code points of the query
};

} // namespace trawl::query
