// SPDX-License-Identifier: GPL-3.0-or-later
/// Titles that nobody gave: articles without one show the first words of their text.
#pragma once

#include "shared/article/article.h"

#include <algorithm>
#include <string_view>

namespace trawl {

/// The provenance of such a title.
inline constexpr std::string_view kFirstWords = "first words";

inline bool has_made_up_title(const Article& article) {
  return std::ranges::any_of(article.provenance,
                             [](const Provenance& row) { return row.field == "title" && row.from == kFirstWords; });
}

} // namespace trawl
