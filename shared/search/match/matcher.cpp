// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matcher.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "shared/search/facets/filters.h"
#include "shared/search/match/field_match.h"
#include "shared/search/match/match_counts.h"
#include "shared/search/match/match_policy.h"
#include "shared/search/match/postings.h"
#include "shared/search/match/term_expansion.h"
#include "shared/search/match/word_order.h"
#include "shared/text/synonyms.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

// Other spellings and names are looked for among so many documents at most. Beyond, the words as typed are frequent
// enough.
constexpr std::size_t kMaxSpellingCandidates = 5'000;
constexpr std::size_t kMaxStopWords = 8; // of a query of nothing else; their lists are the longest there are

std::uint32_t distance_of(const QueryTree& node) { return static_cast<std::uint32_t>(std::max(1, node.distance)); }

class Matcher {
 public:
  Matcher(const IndexView& view, MatchMode mode, Deadline deadline)
      : view_(view), mode_(mode), budget_(deadline), order_(view, budget_, deadline) {}

  Result<MatchResult> run(const ParsedQuery& query) {
    MatchResult out;
    if (query.tree.empty()) {
      out.documents = all_documents(view_.columns);
    } else if (query.tree.kind == NodeKind::And && query.tree.implicit) {
      out = wanted(query.tree.children);
    } else {
      out = wanted({query.tree});
    }
    if (budget_.over()) return fail(ErrorCode::Timeout, "the query took too long", {}, "ask for rarer words");
    if (!query.has_words) out.all_words.reset();
    for (Warning& warning : unknown_values(query.filters, view_.columns, {})) warnings_.push_back(std::move(warning));
    for (const Warning& warning : order_.warnings()) warnings_.push_back(warning);
    out.warnings = std::move(warnings_);
    return out;
  }

 private:
  DocSet nothing() const { return DocSet(view_.columns.last_document); }

  /// The top of a query: what has to be is intersected, words side by side are counted.
  MatchResult wanted(const std::vector<QueryTree>& children) {
    std::vector<const QueryTree*> words;
    std::vector<const QueryTree*> phrases;
    DocSet required = all_documents(view_.columns);
    for (const QueryTree& child : children) {
      if (child.kind == NodeKind::Word || child.kind == NodeKind::Prefix) {
        words.push_back(&child);
      } else if (child.kind == NodeKind::Phrase) {
        phrases.push_back(&child);
      } else {
        required &= evaluate(child, "");
      }
    }
    DocSet with_phrases = required;
    for (const QueryTree* phrase : phrases)
      with_phrases &=
          order_.in_order(sequence(*phrase, ""), distance_of(*phrase), {Scope{}.most, nullptr, &with_phrases});
    const std::vector<WordUnit> units = telling_units(words);
    if (!phrases.empty() && with_phrases.count() == 0 && mode_ != MatchMode::All && !budget_.over()) {
      std::vector<DocSet> sets = sets_of_units(units);
      relax(phrases, sets);
      return counted(sets, required);
    }
    if (auto all = all_plain_words(units, with_phrases)) return std::move(*all);
    const std::vector<DocSet> sets = sets_of_units(units);
    return counted(sets, with_phrases);
  }

  /// Phrases that nothing has count as their words.
  void relax(const std::vector<const QueryTree*>& phrases, std::vector<DocSet>& sets) {
    std::vector<const QueryTree*> words;
    for (const QueryTree* phrase : phrases) {
      for (const QueryTree& child : phrase->children) words.push_back(&child);
    }
    for (DocSet& set : sets_of_units(telling_units(words))) sets.push_back(std::move(set));
    warnings_.push_back({"phrase_relaxed", "No article has the phrase; its words were looked for.", std::nullopt});
  }

  using WordUnit = std::pair<const QueryTree*, QueryUnit>;

  /// The words that say something; if none does, all.
  std::vector<WordUnit> telling_units(const std::vector<const QueryTree*>& nodes) {
    std::vector<WordUnit> units;
    for (const QueryTree* node : nodes) units.emplace_back(node, unit_of(*node));
    const auto is_stop = [](const auto& pair) {
      return pair.first->kind == NodeKind::Word && std::ranges::all_of(pair.second.words, &QueryWord::stop);
    };
    if (!std::ranges::all_of(units, is_stop)) {
      std::erase_if(units, is_stop);
    } else if (units.size() > kMaxStopWords) {
      units.erase(units.begin() + kMaxStopWords, units.end());
    }
    return units;
  }

  /// What holds every word, where that is all that is asked for: the rarest word leads, no list is read through that
  /// can be skipped. Not for words with other spellings or names, and not if too few hold all.
  std::optional<MatchResult> all_plain_words(const std::vector<WordUnit>& units, const DocSet& required) {
    if (units.size() < 2 || mode_ == MatchMode::Any) return std::nullopt;
    if (mode_ == MatchMode::Most && units.size() > kShortQuery) return std::nullopt;
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < units.size(); ++i) {
      const auto& [node, unit] = units[i];
      const bool plain = node->kind == NodeKind::Word && unit.words.size() == 1 && unit.fused.empty() &&
                         unit.words.front().split.empty();
      if (!plain || (i > 0 && !joined_term(units[i - 1].second, unit).empty())) return std::nullopt;
      terms.push_back("Z" + unit.words.front().stem);
    }
    if (!text::synonyms_among(stems_of(units)).empty()) return std::nullopt;
    MatchResult out{documents_of_all(view_, std::move(terms), budget_) &= required, std::nullopt, {}};
    out.all_words = out.documents.count();
    if (mode_ == MatchMode::Most && *out.all_words < kFullPage) return std::nullopt;
    return out;
  }

  /// One set per word.
  std::vector<DocSet> sets_of_units(const std::vector<WordUnit>& units) {
    std::vector<DocSet> sets;
    for (const auto& [node, words] : units) {
      sets.push_back(node->kind == NodeKind::Prefix ? prefix(*node, "") : unit(words, ""));
    }
    for (std::size_t i = 1; i < units.size(); ++i) {
      const std::string joined = joined_term(units[i - 1].second, units[i].second);
      if (joined.empty()) continue;
      add_documents(view_, joined, sets[i - 1], budget_);
      add_documents(view_, joined, sets[i], budget_);
    }
    add_synonyms(units, sets);
    return sets;
  }

  /// Of single words; empty for the others.
  static std::vector<std::string> stems_of(const std::vector<WordUnit>& units) {
    std::vector<std::string> stems;
    for (const auto& [node, unit] : units) {
      const bool single = node->kind == NodeKind::Word && unit.words.size() == 1;
      stems.push_back(single ? unit.words.front().stem : std::string());
    }
    return stems;
  }

  /// Documents that have another name for some of the words have these words.
  void add_synonyms(const std::vector<WordUnit>& units, std::vector<DocSet>& sets) {
    for (const text::Synonyms& found : text::synonyms_among(stems_of(units))) {
      DocSet known = sets[found.begin];
      for (std::size_t i = 1; i < found.count; ++i) known &= sets[found.begin + i];
      for (const std::vector<std::string>& name : found.others) {
        std::vector<std::string> terms;
        for (const std::string& stem : name) terms.push_back("Z" + stem);
        const DocSet documents = order_.in_order(terms, 1, {kMaxSpellingCandidates, &known, nullptr});
        for (std::size_t i = found.begin; i < found.begin + found.count; ++i) sets[i] |= documents;
      }
    }
  }

  /// The term of two plain words written as one; empty if the index has none.
  std::string joined_term(const QueryUnit& left, const QueryUnit& right) {
    if (left.words.size() != 1 || right.words.size() != 1) return {};
    const std::string joined = left.words[0].folded + right.words[0].folded;
    if (joined.size() > text::kMaxTokenBytes || document_frequency(view_, joined) == 0) return {};
    return "Z" + stemmer_.stem(joined);
  }

  /// Documents of `required` by how many of the words they hold.
  MatchResult counted(const std::vector<DocSet>& sets, const DocSet& required) {
    MatchResult out;
    const MatchCounts held(sets, required);
    const std::vector<std::size_t> holding = held.histogram();
    out.all_words = holding.back();
    const std::size_t least = mode_ == MatchMode::All   ? sets.size()
                              : mode_ == MatchMode::Any ? std::min<std::size_t>(1, sets.size())
                                                        : words_to_ask_for(holding);
    out.documents = held.at_least(least);
    if (mode_ == MatchMode::Most && least < sets.size()) {
      warnings_.push_back({"fewer_words", fewer_words(holding.back(), least, sets.size()), std::nullopt});
    }
    return out;
  }

  QueryUnit unit_of(const QueryTree& node) {
    QueryUnit unit = read_unit(node.text, stemmer_);
    if (node.kind == NodeKind::Word) split_by_vocabulary(unit, view_, stemmer_);
    return unit;
  }

  /// `field`: "S" for titles, or nothing. As deep as the parser lets a tree be.
  DocSet evaluate(const QueryTree& node, const std::string& field) {
    switch (node.kind) {
    case NodeKind::Nothing:
      return all_documents(view_.columns);
    case NodeKind::Word:
      return unit(unit_of(node), field);
    case NodeKind::Exact:
      return exact(node, field);
    case NodeKind::Prefix:
      return prefix(node, field);
    case NodeKind::Phrase:
      return phrase(node, field);
    case NodeKind::Near:
      return near(node, field);
    case NodeKind::Field:
      return node.field == "title" ? evaluate(node.children.front(), "S") : documents_of_field(node, view_.columns);
    case NodeKind::And:
      return conjunction(node, field);
    case NodeKind::Or: {
      DocSet out = nothing();
      for (const QueryTree& child : node.children) out |= evaluate(child, field);
      return out;
    }
    case NodeKind::Not: {
      DocSet out = all_documents(view_.columns);
      return out -= evaluate(node.children.front(), field);
    }
    }
    return nothing();
  }

  DocSet conjunction(const QueryTree& node, const std::string& field) {
    DocSet out = all_documents(view_.columns);
    for (const QueryTree& child : node.children) out &= evaluate(child, field);
    return out;
  }

  /// All words of the unit, each in one of its spellings; or both as one.
  DocSet unit(const QueryUnit& unit, const std::string& field) {
    DocSet out = all_documents(view_.columns);
    for (const QueryWord& word : unit.words) out &= spellings(word, field);
    if (unit.words.empty()) out = nothing();
    if (!unit.fused.empty()) add_documents(view_, field + "Z" + unit.fused, out, budget_);
    return out;
  }

  DocSet spellings(const QueryWord& word, const std::string& field) {
    DocSet out = nothing();
    add_documents(view_, field + "Z" + word.stem, out, budget_);
    for (const std::vector<std::string>& stems : word.split) {
      std::vector<std::string> terms;
      for (const std::string& stem : stems) terms.push_back(field + "Z" + stem);
      out |= order_.in_order(terms, 1, {kMaxSpellingCandidates, &out, nullptr});
    }
    return out;
  }

  DocSet exact(const QueryTree& node, const std::string& field) {
    const QueryUnit unit = read_unit(node.text, stemmer_);
    if (!unit.compound.empty()) return documents_of_all(view_, {field + unit.compound}, budget_);
    std::vector<std::string> terms;
    for (const QueryWord& word : unit.words) terms.push_back(field + word.folded);
    return terms.empty() ? nothing() : documents_of_all(view_, std::move(terms), budget_);
  }

  DocSet prefix(const QueryTree& node, const std::string& field) {
    DocSet out = nothing();
    const Expansion expansion = expand(view_, field + text::fold(node.text), budget_);
    for (const std::string& term : expansion.terms) add_documents(view_, term, out, budget_);
    if (expansion.total > expansion.terms.size()) {
      warnings_.push_back({"expansion_cut",
                           "'" + node.text + "*' begins " + std::to_string(expansion.total) + " words; the " +
                               std::to_string(expansion.terms.size()) + " most frequent were looked for.",
                           std::nullopt});
    }
    return out;
  }

  /// The stems of a positional node's words, in order. A name the index knows only by its parts gives these.
  std::vector<std::string> sequence(const QueryTree& node, const std::string& field) {
    std::vector<std::string> terms;
    const auto add = [&](const std::string& stem) { terms.push_back(field + "Z" + stem); };
    for (const QueryTree& child : node.children) {
      for (const QueryWord& word : read_unit(child.text, stemmer_).words) {
        if (!word.split.empty() && document_frequency(view_, field + "Z" + word.stem) == 0) {
          std::ranges::for_each(word.split.front(), add);
        } else {
          add(word.stem);
        }
      }
    }
    return terms;
  }

  DocSet phrase(const QueryTree& node, const std::string& field) {
    return order_.in_order(sequence(node, field), distance_of(node));
  }

  DocSet near(const QueryTree& node, const std::string& field) {
    return order_.near(sequence(node, field), distance_of(node));
  }

  const IndexView& view_;
  MatchMode mode_;
  Budget budget_;
  WordOrder order_;
  text::Stemmer stemmer_;
  std::vector<Warning> warnings_;
};

} // namespace

Result<MatchResult> match_documents(const ParsedQuery& query, const IndexView& view, MatchMode mode,
                                    Deadline deadline) {
  return Matcher(view, mode, deadline).run(query);
}

Result<MatchResult> match_query(const ParsedQuery& query, index::IndexReader& reader, MatchMode mode,
                                Deadline deadline) {
  const IndexView view{reader.database(), reader.columns()};
  return match_documents(query, view, mode, deadline);
}

} // namespace trawl::search
