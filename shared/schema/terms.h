// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms of fields. A plan names the words of authors ("A") and tags ("K"), whole titles ("T") and names ("N"), and
/// properties ("E"); shared/index/postings/xapian_terms.h says where the database has them. It also has boolean terms,
/// whose prefixes are in schema/fields.json, and value slots (docs/xapian.md). Text never becomes such a term: terms of
/// text are folded to lower case or begin with "Z" or "S", and every prefix here begins with another capital.
#pragma once

#include "shared/base/date_time.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::schema {

/// Xapian refuses longer terms, so a longer value is replaced by its hash.
inline constexpr std::size_t kMaxTermBytes = 245;

/// Slots of values in the Xapian database: the moment of publication (Xapian::sortable_serialise of seconds since 1970)
/// and its day (YYYYMMDD); the numbers of words of title and text, and of the title (sortable_serialise); the article's
/// id; what its passages are about (a vector of 64 signed bytes each, shared/meaning); then the values of each filter
/// field, in the order of kFilterFields.
inline constexpr unsigned kDateSlot = 0, kDaySlot = 1, kWordsSlot = 2, kTitleWordsSlot = 3, kIdSlot = 4,
                          kPassagesSlot = 5;
inline constexpr unsigned value_slot(std::size_t filter_field) { return static_cast<unsigned>(filter_field) + 6; }
/// Ends every value but the last of a field with several.
inline constexpr char kValueEnd = '\n';

/// The unique term of an article.
std::string id_term(std::string_view article_id);

/// The term of another id that leads to an article (shared/article/article_names.h).
std::string alias_term(std::string_view article_id);

/// The term of a filter ("source", "author", …) and a value's key (index::value_key). Empty for an unknown filter or an
/// empty key.
std::string filter_term(std::string_view filter, std::string_view key);

/// The term of articles with exactly this title, and of articles with an author of exactly this name. Both take
/// text::plain_words; empty without words.
std::string title_term(std::string_view plain_words);
std::string author_term(std::string_view plain_words);

/// The term of articles with this folded word in an author's name: "learning" does not mean Learned-Miller.
inline std::string author_word_term(std::string_view folded) { return std::string("A").append(folded); }

/// The term of articles with this stem in a tag.
inline std::string tag_word_term(std::string_view stem) { return std::string("K").append(stem); }

/// The term of articles that their publishers have withdrawn.
inline constexpr std::string_view kGoneTerm = "Egone";

/// "M202604": the month of the day printed on a dated article. Years outside 0 to 9999 are clamped.
std::string month_term(Moment printed);

/// "20260408": the value in kDaySlot, clamped likewise.
std::string day_value(Moment printed);
/// The day of such a value; nullopt if it is none.
std::optional<std::chrono::sys_days> day_of_value(std::string_view value);

} // namespace trawl::schema
