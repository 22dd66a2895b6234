// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matcher.h"

#include "shared/article/article_id.h"
#include "shared/search/match/exact_words.h"
#include "shared/search/match/near_terms.h"
#include "shared/search/match/posting_sets.h"
#include "shared/search/match/prefix_expansion.h"
#include "shared/search/match/value_sets.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace trawl::search {
namespace {

/// In so many documents or fewer a phrase is looked for there alone.
constexpr std::size_t kFewDocuments = 256;

/// Whether a match is found in posting lists alone.
bool is_of_terms(const Match& match) {
  if (match.kind == MatchKind::Term) return true;
  const bool combines = match.kind == MatchKind::Any || (match.kind == MatchKind::All && !match.parts.empty());
  return combines && std::ranges::all_of(match.parts, [](const MatchPtr& part) { return is_of_terms(*part); });
}

/// Whether some document may match: false if the posting lists say that none does.
bool may_match(const Match& match, const IndexView& view) {
  const auto part_may = [&](const MatchPtr& part) { return may_match(*part, view); };
  if (match.kind == MatchKind::Term) return document_frequency(view, match.terms.front()) > 0;
  if (match.kind == MatchKind::Any) return std::ranges::any_of(match.parts, part_may);
  return match.kind != MatchKind::All || std::ranges::all_of(match.parts, part_may);
}

/// The term that most documents with the word have; null unless the match is a word that posting lists alone can find.
const std::string* main_term(const Match& word, const IndexView& view) {
  if (word.kind == MatchKind::Term) return &word.terms.front();
  const std::string* out = nullptr;
  if (word.kind != MatchKind::Any || !is_of_terms(word)) return out;
  std::size_t most = 0;
  for (const MatchPtr& part : word.parts) {
    if (part->kind != MatchKind::Term) continue;
    const std::size_t df = document_frequency(view, part->terms.front());
    if (out != nullptr && df <= most) continue;
    most = df;
    out = &part->terms.front();
  }
  return out;
}

} // namespace

Matcher::Matcher(const IndexView& view, Deadline deadline, LabelOfSource label)
    : view_(view), budget_(deadline), positional_(view_, budget_, deadline), prefix_budget_(soft_deadline(deadline)),
      label_(std::move(label)) {}

std::size_t Matcher::df(const std::string& term) { return document_frequency(view_, term); }

std::vector<TermCount> Matcher::near(const std::string& word, const NearWordsWanted& wanted) {
  return near_terms(view_, word, wanted, budget_);
}

std::vector<Warning> Matcher::warnings() const {
  std::vector<Warning> out = warnings_;
  std::ranges::copy(positional_.warnings(), std::back_inserter(out));
  return out;
}

void Matcher::prepare(const std::vector<MatchPtr>& matches) {
  for (const MatchPtr& match : matches) keep(match);
}

std::size_t Matcher::count(const MatchPtr& match) {
  if (match->kind == MatchKind::Value && match->terms.size() == 1) {
    const index::ValueColumn* column = view_.columns.column(match->field);
    const auto ordinal = column == nullptr ? std::nullopt : find_value(*column, match->field, match->terms.front());
    return ordinal ? column->documents[*ordinal] : 0;
  }
  return keep(match).count();
}

void Matcher::for_each_value(std::string_view field, const MatchPtr& within,
                             const std::function<void(std::string_view, std::size_t)>& visit) {
  const index::ValueColumn* column = view_.columns.column(field);
  if (column == nullptr) return;
  if (within == everything()) {
    for (std::uint32_t ordinal = 0; ordinal < column->values.size() && !budget_.spent(); ++ordinal) {
      if (const std::size_t articles = column->documents[ordinal]; articles > 0)
        visit(column->values[ordinal], articles);
    }
    return;
  }
  std::map<std::uint32_t, std::size_t> counts;
  keep(within).for_each([&](std::uint32_t document) {
    for (const std::uint32_t ordinal : column->of(document)) ++counts[ordinal];
  });
  for (const auto& [ordinal, articles] : counts) {
    if (budget_.spent()) return;
    visit(column->values[ordinal], articles);
  }
}

DocSet Matcher::find(const MatchPtr& match) {
  if (const DocSet* documents = known(match)) return *documents;
  return find_in(match, nullptr, nullptr);
}

DocSet Matcher::find(const MatchPtr& match, const DocSet& within) {
  const DocSet* const documents = known(match);
  DocSet out = documents != nullptr ? *documents : find_in(match, &within, nullptr);
  return out &= within;
}

const DocSet* Matcher::known(const MatchPtr& match) const {
  const auto found = known_.find(match);
  return found == known_.end() ? nullptr : &found->second;
}

const DocSet& Matcher::keep(const MatchPtr& match) {
  if (const DocSet* documents = known(match)) return *documents;
  DocSet found = find_in(match, nullptr, nullptr);
  return known_.emplace(match, std::move(found)).first->second;
}

/// Adds the documents that match and are in `within`, if there is one, to `to`.
void Matcher::add(const MatchPtr& match, const DocSet* within, DocSet& to) {
  const DocSet* const documents = known(match);
  if (documents == nullptr && match->kind == MatchKind::Term) {
    if (within == nullptr) {
      add_documents(view_, match->terms.front(), to, budget_);
    } else {
      add_intersection(view_, *within, match->terms.front(), to, budget_);
    }
  } else if (documents == nullptr && match->kind == MatchKind::Any && (!match->is_shared || is_of_terms(*match))) {
    // Positions are compared last, and only in documents that are not found yet.
    for (const MatchPtr& part : match->parts) {
      if (is_of_terms(*part)) add(part, within, to);
    }
    for (const MatchPtr& part : match->parts) {
      if (!is_of_terms(*part)) add(part, within, to);
    }
  } else if (documents == nullptr) {
    to |= find_in(match, within, &to);
  } else if (within == nullptr) {
    to |= *documents;
  } else {
    DocSet inside = *documents;
    to |= inside &= *within;
  }
}

/// The documents that match. Of those outside `within` none, of those in `exclude` perhaps not all.
DocSet Matcher::find_in(const MatchPtr& match, const DocSet* within, const DocSet* exclude) {
  const auto inside = [&](DocSet documents) {
    if (within != nullptr) documents &= *within;
    return documents;
  };
  switch (match->kind) {
  case MatchKind::All:
    return find_all(*match, within);
  case MatchKind::AtLeast:
    return inside(find_at_least(*match));
  case MatchKind::Not: {
    DocSet out = within != nullptr ? *within : all_documents(view_.columns);
    return out -= find(match->parts.front());
  }
  case MatchKind::Any: {
    DocSet out = none();
    if (!match->is_shared || is_of_terms(*match)) {
      add(match, within, out);
      return out;
    }
    for (const MatchPtr& part : match->parts) {
      if (is_of_terms(*part)) add(part, nullptr, out);
    }
    for (const MatchPtr& part : match->parts) {
      if (!is_of_terms(*part)) out |= find_in(part, nullptr, &out);
    }
    return inside(std::move(out));
  }
  case MatchKind::Term: {
    if (within != nullptr) return intersection(view_, *within, match->terms.front(), budget_);
    DocSet out = none();
    add_documents(view_, match->terms.front(), out, budget_);
    return out;
  }
  case MatchKind::Sequence:
    return find_sequence(*match, within, exclude);
  case MatchKind::Near:
    return inside(positional_.near(match->terms, match->number));
  case MatchKind::Written:
    return inside(find_written(*match, exclude));
  case MatchKind::Prefix:
    return inside(find_prefix(*match));
  case MatchKind::Value:
    return documents_with_value(within != nullptr ? *within : all_documents(view_.columns), view_.columns, match->field,
                                match->terms);
  case MatchKind::Dates:
    return inside(documents_published_in(view_.columns, match->dates));
  case MatchKind::Property:
    return inside(documents_with_property(view_.columns, match->terms));
  case MatchKind::Marked: {
    DocSet out = none();
    for (const std::string& id : match->marks->with(match->mark)) {
      if (const std::uint32_t document = view_.columns.find(id)) out.add(document);
    }
    return inside(std::move(out));
  }
  }
  return none();
}

DocSet Matcher::find_all(const Match& match, const DocSet* within) {
  std::optional<DocSet> out;
  if (within != nullptr) out = *within;
  const auto restrict_to = [&](DocSet documents) {
    if (out) {
      *out &= documents;
    } else {
      out = std::move(documents);
    }
  };
  std::vector<MatchPtr> words, others;
  for (const MatchPtr& part : match.parts) {
    if (const DocSet* documents = known(part)) {
      restrict_to(*documents);
    } else {
      (main_term(*part, view_) != nullptr ? words : others).push_back(part);
    }
  }
  if (words.size() > 1) {
    restrict_to(find_all_words(words));
  } else if (!words.empty()) {
    restrict_to(find_in(words.front(), out ? &*out : nullptr, nullptr));
  }
  // Positions are compared last, and only in documents that have everything else.
  std::ranges::stable_partition(others, [](const MatchPtr& part) { return is_of_terms(*part); });
  for (const MatchPtr& part : others) restrict_to(find_in(part, out ? &*out : nullptr, nullptr));
  return out ? std::move(*out) : all_documents(view_.columns);
}

/// Intersects the main lists of the words, rarest first, and so skips most of the long ones. Documents that have some
/// word only in another list are looked at apart; they are few.
DocSet Matcher::find_all_words(const std::vector<MatchPtr>& words) {
  std::vector<std::string> terms;
  std::vector<std::optional<DocSet>> elsewhere(words.size());
  std::optional<DocSet> partly;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string* const main = main_term(*words[i], view_);
    terms.push_back(*main);
    for (const MatchPtr& part : words[i]->parts) {
      if ((part->kind == MatchKind::Term && part->terms.front() == *main) || !may_match(*part, view_)) continue;
      if (!elsewhere[i]) elsewhere[i] = none();
      add(part, nullptr, *elsewhere[i]);
    }
    if (!elsewhere[i]) continue;
    if (partly) {
      *partly |= *elsewhere[i];
    } else {
      partly = elsewhere[i];
    }
  }
  DocSet all = documents_with_all(view_, terms, budget_);
  if (!partly) return all;
  for (std::size_t i = 0; i < words.size() && partly->count() > 0; ++i) {
    DocSet with_word = intersection(view_, *partly, terms[i], budget_);
    if (elsewhere[i]) with_word |= *elsewhere[i];
    *partly &= with_word;
  }
  return all |= *partly;
}

/// In a few documents it is looked for there; otherwise everywhere, and then kept like the list of a word.
DocSet Matcher::find_sequence(const Match& match, const DocSet* within, const DocSet* exclude) {
  std::string name = print(match);
  for (const std::string& term : match.covered) name += ' ' + term;
  DocSet out = none();
  if (const auto known = view_.columns.find_phrase(name)) {
    for (const std::uint32_t document : known->documents) out.add(document);
  } else if (within != nullptr && match.covered.empty() && within->count() <= kFewDocuments) {
    return positional_.in_order(match.terms, match.number, {.exclude = exclude, .within = within});
  } else {
    const DocSet found_anyway = match.covered.empty() ? none() : documents_with_all(view_, match.covered, budget_);
    out = positional_.in_order(match.terms, match.number, {.exclude = &found_anyway});
    if (positional_.warnings().empty() && !budget_.was_spent()) {
      std::vector<std::uint32_t> documents;
      out.for_each([&](std::uint32_t document) { documents.push_back(document); });
      view_.columns.keep_phrase(name, std::move(documents));
    }
  }
  if (within != nullptr) out &= *within;
  return out;
}

/// The most frequent words come first, in case time runs out. Their postings are not kept for the rest of the request:
/// there may be very many, and nothing else is likely to ask for them.
DocSet Matcher::find_prefix(const Match& match) {
  DocSet out = none();
  const std::string& prefix = match.terms.front();
  std::vector<std::pair<std::size_t, std::string>> words; // listed documents, term
  for (index::Terms terms = view_.columns.terms(prefix); !terms.at_end() && !budget_.spent(); terms.next())
    words.emplace_back(terms.df(), terms.term());
  std::ranges::stable_sort(words, std::greater(), &std::pair<std::size_t, std::string>::first);
  std::size_t used = 0;
  for (; used < words.size() && !prefix_budget_.spent_now(); ++used)
    add_documents(view_.columns.find_postings(words[used].second), out, budget_);
  if (used < words.size()) {
    is_complete_ = false;
    warnings_.push_back({"expansion_cut",
                         std::to_string(words.size()) + " words begin with '" +
                             prefix.substr(prefix.find_first_not_of("AS")) + "'; only the " + std::to_string(used) +
                             " most frequent were looked for before time ran out.",
                         std::nullopt});
  }
  return out;
}

DocSet Matcher::find_written(const Match& match, const DocSet* exclude) {
  WrittenWords found =
      find_written_words(match.terms, match.stems, exclude, {view_, budget_, positional_, prefix_budget_});
  if (found.unread > 0) {
    is_complete_ = false;
    warnings_.push_back({"proximity_cut",
                         "Of " + std::to_string(found.candidates) +
                             " articles with the words of a name side by side, " + std::to_string(found.unread) +
                             " were not read before time ran out.",
                         std::nullopt});
  }
  return std::move(found.documents);
}

/// The counters of all documents are bit-sliced: bit b of each is in one bitmap, so adding a part takes a few
/// operations for 64 documents at a time.
DocSet Matcher::find_at_least(const Match& match) {
  std::vector<DocSet> planes;
  for (std::size_t added = 1; const MatchPtr& part : match.parts) {
    DocSet carry = keep(part);
    for (DocSet& plane : planes) {
      DocSet both = plane;
      both &= carry;
      plane ^= carry;
      carry = std::move(both);
    }
    // Only with part 1, 2, 4, 8 … can a count need one more bit.
    if (std::has_single_bit(added++)) planes.push_back(std::move(carry));
  }
  DocSet out = all_documents(view_.columns);
  for (std::uint32_t count = 0; count < match.number; ++count) {
    DocSet exactly = out;
    for (std::size_t b = 0; b < planes.size(); ++b) {
      if ((count >> b & 1) != 0) {
        exactly &= planes[b];
      } else {
        exactly -= planes[b];
      }
    }
    out -= exactly;
  }
  return out;
}

} // namespace trawl::search
