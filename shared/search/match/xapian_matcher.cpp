// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/xapian_matcher.h"

#include "shared/base/ascii.h"
#include "shared/base/edit_distance.h"
#include "shared/index/columns/value_key.h"
#include "shared/index/xapian/article_document.h"
#include "shared/query/fields.h"
#include "shared/schema/terms.h"
#include "shared/search/match/proximity.h"
#include "shared/search/match/term_positions.h"
#include "shared/search/plan/near_words.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace trawl::search {
namespace {

using index::xapian_term;

bool needs_positions(MatchKind kind) {
  return kind == MatchKind::Sequence || kind == MatchKind::Near || kind == MatchKind::Written;
}

/// One entry per word of a sequence; equal numbers mean the same word.
std::size_t number_in(const std::vector<std::string>& terms, std::size_t i) {
  return static_cast<std::size_t>(std::ranges::find(terms, terms[i]) - terms.begin());
}

} // namespace

std::size_t XapianMatcher::df(const std::string& term) {
  const std::string ours = xapian_term(term);
  return ours.empty() || ours.size() > schema::kMaxTermBytes ? 0 : index_.database().get_termfreq(ours);
}

std::vector<TermCount> XapianMatcher::near(const std::string& word, const NearWordsWanted& wanted) {
  std::vector<TermCount> found;
  if (wanted.edits > 1) {
    index_.for_each_term(word.substr(0, wanted.prefix), [&](std::string_view term, std::size_t articles) {
      if (articles >= wanted.least && !budget_.spent() && edit_distance(word, term, 2) <= 2)
        found.push_back({std::string(term), articles});
    });
    return found;
  }
  std::vector<std::string> words;
  for (std::size_t i = wanted.prefix; i <= word.size(); ++i)
    for_each_edit_at(i, word, [&](const Edit& edit) { words.push_back(edit.meant(word)); });
  std::ranges::sort(words);
  words.erase(std::ranges::unique(words).begin(), words.end());
  for (std::string& one : words) {
    const std::size_t articles = budget_.spent_now() ? 0 : df(one);
    if (articles >= std::max<std::size_t>(1, wanted.least)) found.push_back({std::move(one), articles});
  }
  return found;
}

void XapianMatcher::add_documents(const std::string& xapian_term, DocSet& to) {
  if (budget_.spent_now()) return;
  for (auto at = index_.begin(xapian_term); at != index_.end() && !budget_.spent(); ++at) to.add(*at);
}

/// The documents that match. Only where positions are compared it matters that those outside `within` are not asked
/// for.
DocSet XapianMatcher::find_in(const MatchPtr& match, const DocSet* within) {
  if (const DocSet* documents = known(match)) return *documents;
  DocSet out = none();
  switch (match->kind) {
  case MatchKind::All:
    return find_all(*match, within);
  case MatchKind::Any:
    for (const MatchPtr& part : match->parts) out |= find_in(part, within);
    return out;
  case MatchKind::AtLeast:
    return find_at_least(*match);
  case MatchKind::Not:
    out = find_in(everything(), nullptr);
    return out -= find_in(match->parts.front(), nullptr);
  case MatchKind::Term:
    add_documents(xapian_term(match->terms.front()), out);
    return out;
  case MatchKind::Sequence:
    return find_sequence(*match, within);
  case MatchKind::Near:
    return find_near(*match, within);
  case MatchKind::Written:
    return find_written(*match, within);
  case MatchKind::Prefix:
    return find_prefix(match->terms.front());
  case MatchKind::Value:
    return find_values(*match);
  case MatchKind::Dates:
    return find_dates(match->dates);
  case MatchKind::Property:
    for (const std::string& property : match->terms) out |= find_property(property);
    return out;
  case MatchKind::Marked:
    for (const std::string& id : match->marks->with(match->mark)) {
      if (budget_.spent()) break;
      const std::uint32_t document = index_.find_article(id);
      if (document != 0) out.add(document);
      if (document == 0) add_documents(schema::alias_term(id), out);
    }
    return out;
  }
  return out;
}

DocSet XapianMatcher::find_all(const Match& match, const DocSet* within) {
  DocSet out = within != nullptr ? *within : DocSet(view_.columns.live());
  for (const bool with_positions : {false, true}) { // positions last, and only where everything else is
    for (const MatchPtr& part : match.parts)
      if (needs_positions(part->kind) == with_positions) out &= find_in(part, &out);
  }
  return out;
}

DocSet XapianMatcher::find_dates(const query::DateRange& dates) {
  DocSet out = with_value(schema::kDateSlot, [&](const std::string& value) {
    const Moment moment{std::chrono::seconds(static_cast<std::int64_t>(Xapian::sortable_unserialise(value)))};
    return (!dates.after || moment >= *dates.after) && (!dates.before || moment < *dates.before);
  });
  if (!dates.first_day && !dates.end_day) return out;
  const std::string first = dates.first_day ? schema::day_value(*dates.first_day) : std::string();
  const std::string end = dates.end_day ? schema::day_value(*dates.end_day) : std::string();
  return out &= with_value(schema::kDaySlot,
                           [&](const std::string& value) { return value >= first && (end.empty() || value < end); });
}

DocSet XapianMatcher::find_prefix(const std::string& prefix) {
  DocSet out = none();
  std::size_t words = 0, used = 0;
  index_.for_each_term(prefix, [&](std::string_view term, std::size_t) {
    ++words;
    if (soft_budget_.spent_now()) return;
    add_documents(std::string(term), out);
    ++used;
  });
  if (used < words) {
    warnings_.push_back({"expansion_cut",
                         std::to_string(words) + " words begin with '" +
                             prefix.substr(prefix.starts_with('S') ? 1 : 0) + "'; only the first " +
                             std::to_string(used) + " were looked for before time ran out.",
                         std::nullopt});
  }
  return out;
}

DocSet XapianMatcher::find_values(const Match& match) {
  DocSet out = none();
  for (const std::string& value : match.terms) {
    const std::string key = index::value_key(match.field, value);
    std::string term = schema::filter_term(match.field, key);
    if (index_.begin(term) == index_.end()) term = schema::filter_term(match.field, ascii::to_lower(key));
    add_documents(term, out);
  }
  return out;
}

DocSet XapianMatcher::with_value(unsigned slot, const std::function<bool(const std::string& value)>& accepts) {
  DocSet out = none();
  const Xapian::Database& database = index_.database();
  for (auto at = database.valuestream_begin(slot); at != database.valuestream_end(slot) && !budget_.spent(); ++at)
    if (accepts(*at)) out.add(at.get_docid());
  return out;
}

DocSet XapianMatcher::find_property(const std::string& property) {
  if (property == "undated") {
    DocSet out = find_in(everything(), nullptr);
    return out -= with_value(schema::kDateSlot, [](const std::string&) { return true; });
  }
  if (property == query::kGone) return none(); // the database has no such articles
  if (property == "long") {
    return with_value(schema::kWordsSlot, [](const std::string& value) {
      return Xapian::sortable_unserialise(value) >= kLongArticleWords;
    });
  }
  return with_value(schema::value_slot(index::kSourceColumn), // duplicate
                    [](const std::string& value) { return value.contains(schema::kValueEnd); });
}

/// The documents that have all terms and that `accepts`, which compares positions.
DocSet XapianMatcher::at_positions(const std::vector<std::string>& candidate_terms, const DocSet* within,
                                   const std::function<bool(std::uint32_t document)>& accepts) {
  std::vector<MatchPtr> all;
  for (const std::string& term : candidate_terms) all.push_back(match_term(term));
  const DocSet candidates = find_all({.parts = std::move(all)}, within);
  DocSet out = none();
  std::size_t compared = 0;
  candidates.for_each([&](std::uint32_t document) {
    if (soft_budget_.spent_now()) return;
    ++compared;
    if (accepts(document)) out.add(document);
  });
  if (const std::size_t count = candidates.count(); compared < count) {
    warnings_.push_back({"proximity_cut",
                         "Of " + std::to_string(count) +
                             " articles with all words of a phrase, NEAR, synonym or other spelling, only the first " +
                             std::to_string(compared) + " were checked before time ran out.",
                         std::nullopt});
  }
  return out;
}

DocSet XapianMatcher::find_sequence(const Match& match, const DocSet* within) {
  Positions ends, next, followed;
  return at_positions(match.terms, within, [&](std::uint32_t document) {
    index_.positions(match.terms.front(), document, ends);
    for (std::size_t i = 1; i < match.terms.size() && !ends.empty(); ++i) {
      index_.positions(match.terms[i], document, next);
      find_followers(ends, next, match.terms[i] == match.terms[i - 1], match.number, followed);
      std::swap(ends, followed);
    }
    return !ends.empty();
  });
}

DocSet XapianMatcher::find_near(const Match& match, const DocSet* within) {
  std::vector<WordPositions> words(match.terms.size());
  return at_positions(match.terms, within, [&](std::uint32_t document) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i].word = number_in(match.terms, i);
      index_.positions(match.terms[i], document, words[i].positions);
    }
    return is_near(words, match.number);
  });
}

/// Words as written have positions in the database.
DocSet XapianMatcher::find_written(const Match& match, const DocSet* within) {
  const Xapian::Database& database = index_.database();
  Positions starts;
  return at_positions(match.terms, within, [&](std::uint32_t document) {
    for (std::size_t i = 0; i < match.terms.size(); ++i) {
      Positions here;
      const auto end = database.positionlist_end(document, match.terms[i]);
      for (auto at = database.positionlist_begin(document, match.terms[i]); at != end; ++at) {
        const auto before = static_cast<std::uint32_t>(i);
        if (*at > before && (i == 0 || std::ranges::binary_search(starts, *at - before))) here.push_back(*at - before);
      }
      starts = std::move(here);
    }
    return !starts.empty();
  });
}

} // namespace trawl::search
