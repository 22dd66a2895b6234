// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts: what is said about an article besides its text. A fact that is known is never lost: neither when the article
/// is found once more at an address that says less, nor when a later version of its page says less. Pure.
#pragma once

#include "shared/article/article.h"

#include <string_view>
#include <vector>

namespace trawl::enrich {

/// What the second article is to the first.
enum class Relation {
  Copy,   ///< the same article at another address
  Former, ///< an earlier version of the same page: a date that has only moved by a time zone is its date, too
};

/// Whether `first` and `second` may be the same date: equal but for a time zone, or as far as the less precise one
/// says.
bool may_be_same(const Date& first, const Date& second);

/// Replaces those facts of `article` that `other` knows better, with their provenance: anything is better than nothing,
/// a title than the first words of the text, the moment than its day. Returns the names of the fields.
std::vector<std::string_view> improve(Article& article, const Article& other, Relation relation);

/// An article with nothing but these fields of `article` and their provenance.
Article only(const Article& article, const std::vector<std::string_view>& fields);

} // namespace trawl::enrich
