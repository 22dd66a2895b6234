// SPDX-License-Identifier: GPL-3.0-or-later
/// What an article must have to be found: a tree over the terms of the index. It says everything about which articles
/// a query finds and nothing about how they are looked for, so any engine can execute it and all find the same.
///
/// Terms are those of shared/text/analyzer.h and shared/schema/terms.h: "Zattent" a stem, "attention" a word as
/// written, "SZattent" and "Sattention" the same in the title, "A…" and "K…" a stem in an author's name and in a tag,
/// "N…" and "T…" a whole name and a whole title.
#pragma once

#include "shared/article/reader_marks.h"
#include "shared/query/filters.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::search {

struct Match;
/// Nodes are immutable and may be shared: an engine that has looked for one may keep what it found by its address.
using MatchPtr = std::shared_ptr<const Match>;

enum class MatchKind : std::uint8_t {
  All,      ///< every part; without parts: every article
  Any,      ///< a part; without parts: no article
  AtLeast,  ///< `number` of the parts
  Not,      ///< not the one part
  Term,     ///< the one term
  Sequence, ///< the terms (of stems) in order, each at most `number` words after the one before
  Near,     ///< all terms (of stems) in any order, with at most `number` words between the first and the last
  Written, ///< the words side by side as they are in `terms`, not in other inflections; `stems` has the terms of theirs
  Prefix,  ///< a term that begins with the one in `terms`
  Value,   ///< one of the values in `terms`, as readers write them, in the filter field `field`
  Dates,   ///< published in the range
  Property, ///< one of the properties in `terms`: long, undated, duplicate, gone
  Marked,   ///< with `mark` in `marks`, or an alias of one that has it
};

struct Match {
  MatchKind kind = MatchKind::All;
  std::vector<MatchPtr> parts = {};
  std::vector<std::string> terms = {};
  std::uint32_t number = 1;
  std::string field = {};              ///< of Value
  std::vector<std::string> stems = {}; ///< of Written
  /// Of Sequence: articles that have all of these terms are found by another part anyway and need not be looked at.
  std::vector<std::string> covered = {};
  query::DateRange dates = {};
  std::shared_ptr<const ReaderMarks> marks = nullptr; ///< of Marked
  ReaderMark mark = ReaderMark::Read;
  /// Of Any: the spellings of a word or name, which other queries look for too: worth remembering.
  bool is_shared = false;
};

using query::kDateField;

/// is:long: over ten minutes at 230 words a minute.
inline constexpr std::uint32_t kLongArticleWords = 2300;

MatchPtr everything();
MatchPtr nothing();
/// The parts under one node: the part itself if there is one.
MatchPtr match_all(std::vector<MatchPtr> parts);
MatchPtr match_any(std::vector<MatchPtr> parts);
/// The same, for the spellings of a word or name.
MatchPtr match_spellings(std::vector<MatchPtr> parts);
MatchPtr match_at_least(std::size_t least, std::vector<MatchPtr> parts);
MatchPtr match_not(MatchPtr part);
MatchPtr match_term(std::string term);
/// One term is a Term.
MatchPtr match_sequence(std::vector<std::string> terms, std::uint32_t distance, std::vector<std::string> covered = {});
MatchPtr match_near(std::vector<std::string> terms, std::uint32_t distance);
MatchPtr match_dates(const query::DateRange& dates);
MatchPtr match_value(std::string_view field, std::vector<std::string> values);
/// Without `marks`, nothing.
MatchPtr match_marked(std::shared_ptr<const ReaderMarks> marks, ReaderMark mark);

/// For readers: ((stem:attent OR author-word:attention) AND "stem:flash stem:attent").
std::string print(const Match& match);

} // namespace trawl::search
