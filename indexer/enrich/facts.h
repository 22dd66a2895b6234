// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts: the metadata of an article. A known fact is never lost, neither when the article is found again at an address
/// with less metadata, nor when a later version of its page has less. Pure.
#pragma once

#include "shared/article/article.h"
#include "shared/base/date_time.h"

#include <optional>
#include <string_view>
#include <vector>

namespace trawl::enrich {

/// The relation of the second article to the first.
enum class Relation {
  Copy,   ///< the same article at another address
  Former, ///< an earlier version of the same page: dates that differ only by a time zone count as the same
};

/// Whether `first` and `second` may be the same date: equal except for a time zone, or to the precision of the less
/// precise one.
bool may_be_same(const Date& first, const Date& second);

/// Replaces the facts of `article` for which `other` has better values, with their provenance: any value is better than
/// none, a title better than the first words of the text, a moment better than its day. Returns the names of the
/// fields.
std::vector<std::string_view> improve(Article& article, const Article& other, Relation relation);

/// An article with nothing but these fields of `article` and their provenance.
Article only(const Article& article, const std::vector<std::string_view>& fields);

} // namespace trawl::enrich
