// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts: the metadata of an article. A known fact is never lost, neither when the article is found again at an address
/// with less metadata, nor when a later version of its page has less. And what was edited stays readable. Pure.
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

/// Adds to `versions` what the page said before, if the words of its text or title have changed, and drops those that
/// are too many. The edit is substantial if five words in a row are new or gone in the text, or two in the title: who
/// corrects a spelling touches a word or two at a place, however many places there are. Returns what limit_versions
/// does.
std::optional<Moment> add_version(std::vector<Version>& versions, const Article& before, const Article& after,
                                  Moment seen);

/// Makes `versions` keep their limits (kMaxVersions, kMaxVersionBytes). Returns until when those dropped were current.
std::optional<Moment> limit_versions(std::vector<Version>& versions);

} // namespace trawl::enrich
