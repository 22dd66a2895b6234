// SPDX-License-Identifier: GPL-3.0-or-later
/// Queries and their filters as text, for tests.
#pragma once

#include "shared/query/parse_query.h"

#include <string>
#include <string_view>

namespace trawl::query::test {

inline Moment april_20() { return parse_rfc3339("2026-04-20T12:00:00Z")->time; }

inline ParsedQuery parsed(std::string_view q) { return parse_query(q, april_20()); }

/// The printed tree.
inline std::string understood(std::string_view q) { return parsed(q).understood; }

/// The warnings as code@position.
inline std::string codes(std::string_view q) {
  std::string out;
  for (const Warning& warning : parsed(q).warnings) {
    out += (out.empty() ? "" : " ") + warning.code + "@" + std::to_string(warning.position.value_or(0));
  }
  return out;
}

/// A filter as `|any&all!none`.
inline std::string text_of(const FieldFilter& filter) {
  std::string out;
  for (const std::string& value : filter.any_of) out += "|" + value;
  for (const std::string& value : filter.all_of) out += "&" + value;
  for (const std::string& value : filter.none_of) out += "!" + value;
  return out;
}

} // namespace trawl::query::test
