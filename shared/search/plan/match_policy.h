// SPDX-License-Identifier: GPL-3.0-or-later
/// With match=most, which articles come before those with fewer of a query's words. docs/query-language.md describes it
/// for readers, docs/decisions/0009-how-many-words.md says how the limits were measured.
#pragma once

#include <cstddef>

namespace trawl::search {

/// Of a query of up to this many words, articles with all of them …
inline constexpr std::size_t kShortQuery = 3;
/// … if there are at least this many: a page of results.
inline constexpr std::size_t kFullPage = 10;
/// Of a longer one, articles with half of the words, or with as many as at least this many articles have.
inline constexpr std::size_t kEnoughDocuments = 500;

} // namespace trawl::search
