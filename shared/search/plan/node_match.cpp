// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/node_match.h"

#include "shared/base/ascii.h"
#include "shared/query/fields.h"
#include "shared/schema/terms.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace trawl::search {
namespace {

using query::NodeKind;
using query::QueryTree;

std::vector<std::string> stem_terms(const std::vector<std::string>& stems, const std::string& field) {
  std::vector<std::string> terms;
  for (const std::string& stem : stems) terms.push_back(field + "Z" + stem);
  return terms;
}

MatchPtr match_of_spellings(const QueryWord& word, const std::string& field) {
  std::vector<MatchPtr> ways{match_term(field + word.term())};
  for (const std::string& stem : word.foreign) ways.push_back(match_term(field + "Z" + stem));
  for (const auto* splits : {&word.split, &word.rare_split}) {
    for (const auto& stems : *splits) ways.push_back(match_sequence(stem_terms(stems, field), 1));
  }
  return match_spellings(std::move(ways));
}

/// The stems of a name in order: as typed, with the parts of its words (DeepSeek-V3: deep seek v3), or with those of
/// some of them. A number stays with its letters: gemma-2b is not the "gemma 2 b" of Gemma-2-9b.
std::vector<std::vector<std::string>> spellings_of_name(const QueryUnit& name) {
  constexpr std::size_t kMaxSpellings = 8;
  std::vector<std::vector<std::string>> spellings(1);
  for (const QueryWord& word : name.words) {
    const std::size_t count = spellings.size();
    const bool has_digit = std::ranges::any_of(word.folded, ascii::is_digit);
    if (!has_digit && !word.split.empty() && 2 * count <= kMaxSpellings) {
      for (std::size_t i = 0; i < count; ++i) {
        spellings.push_back(spellings[i]);
        std::ranges::copy(word.split.front(), std::back_inserter(spellings.back()));
      }
    }
    for (std::size_t i = 0; i < count; ++i) spellings[i].push_back(word.stem);
  }
  return spellings;
}

MatchPtr match_of_name(const QueryUnit& name, const std::string& field) {
  std::vector<MatchPtr> ways{match_term(field + name.compound)};
  if (!name.fused.empty()) ways.push_back(match_term(field + "Z" + name.fused_stem));
  for (const auto& stems : spellings_of_name(name)) ways.push_back(match_sequence(stem_terms(stems, field), 1));
  return match_spellings(std::move(ways));
}

/// The terms of the words of a Phrase or Near node, in order: with the stems of other languages, with the parts of
/// names among them (FlexAttention: flex attention), and as typed. An article matches if it has one of the sequences.
std::vector<std::vector<std::string>> sequences_of(const QueryTree& node, const std::string& field, QueryWords& words) {
  std::vector<std::string> as_typed, in_parts;
  std::vector<std::vector<std::string>> foreign; // by language
  for (const QueryTree& child : node.children) {
    for (const QueryWord& word : read_unit(child.text, words.stemmer()).words) {
      as_typed.push_back(word.stem);
      const std::vector<std::string> stems = words.foreign_stems(word.folded);
      foreign.resize(stems.size());
      for (std::size_t i = 0; i < stems.size(); ++i) foreign[i].push_back(stems[i]);
      if (word.split.empty()) {
        in_parts.push_back(word.stem);
      } else {
        std::ranges::copy(word.split.front(), std::back_inserter(in_parts));
      }
    }
  }
  std::vector<std::vector<std::string>> out = std::move(foreign);
  out.push_back(std::move(in_parts));
  out.push_back(std::move(as_typed));
  std::ranges::sort(out);
  const auto repeated = std::ranges::unique(out);
  out.erase(repeated.begin(), repeated.end());
  for (auto& stems : out) stems = stem_terms(stems, field);
  return out;
}

std::uint32_t distance_of(const QueryTree& node) { return static_cast<std::uint32_t>(std::max(1, node.distance)); }

MatchPtr match_of_phrase(const QueryTree& node, const std::string& field, QueryWords& words) {
  std::vector<MatchPtr> ways;
  for (auto& terms : sequences_of(node, field, words)) {
    if (!terms.empty()) ways.push_back(match_sequence(std::move(terms), distance_of(node)));
  }
  std::string typed;
  for (const QueryTree& child : node.children) typed.append(typed.empty() ? "" : " ").append(child.text);
  std::string author = field.empty() ? schema::author_term(text::plain_words(typed)) : std::string();
  if (!author.empty()) ways.push_back(match_term(std::move(author)));
  if (node.children.size() == 1) { // a name in quotes is a name
    const QueryUnit unit = read_unit(node.children.front().text, words.stemmer());
    if (unit.is_name()) ways.push_back(match_of_unit(unit, field));
  }
  return match_any(std::move(ways));
}

MatchPtr match_of_word(const QueryUnit& unit, const std::string& field) {
  return field.empty() ? match_any({match_of_unit(unit), match_in_names(unit)}) : match_of_unit(unit, field);
}

/// Adds the values of a field that have a word with this beginning.
void add_values_beginning(std::string_view field, const std::string& prefix, TermStatistics& statistics,
                          std::vector<MatchPtr>& ways) {
  std::vector<std::string> values;
  statistics.for_each_value(field, everything(), [&](std::string_view value, std::size_t) {
    bool begins = false;
    text::for_each_token(value, [&](const text::Token& token) {
      begins = begins || (token.kind != text::TokenKind::Compound && token.folded.starts_with(prefix));
    });
    if (begins) values.emplace_back(value);
  });
  if (!values.empty()) ways.push_back(match_value(field, std::move(values)));
}

/// The words that begin so, wherever a word is looked for, and what the word finds that is typed so far.
MatchPtr match_of_prefix(const QueryTree& node, const std::string& field, QueryWords& words, bool is_excluding) {
  const std::string prefix = text::fold(node.text);
  const auto beginning_with = [](std::string term) {
    return std::make_shared<const Match>(Match{.kind = MatchKind::Prefix, .terms = {std::move(term)}});
  };
  std::vector<MatchPtr> ways{
      beginning_with(field + prefix),
      match_of_word(is_excluding ? words.excluded_unit(node.text) : words.unit(node.text), field)};
  if (field.empty()) {
    ways.push_back(beginning_with(schema::author_word_term(prefix)));
    for (const std::string_view values : {"tag", "source"})
      add_values_beginning(values, prefix, words.statistics(), ways);
  }
  return match_any(std::move(ways));
}

MatchPtr match_of_near(const QueryTree& node, const std::string& field, QueryWords& words) {
  std::vector<MatchPtr> ways;
  for (auto& terms : sequences_of(node, field, words)) ways.push_back(match_near(std::move(terms), distance_of(node)));
  return match_any(std::move(ways));
}

/// The word as typed. A name with links (torch.compile) is a term of its own; the pairs of Chinese, Japanese or Korean
/// characters stand side by side.
MatchPtr match_of_exact(const QueryTree& node, const std::string& field, QueryWords& words) {
  const QueryUnit unit = read_unit(node.text, words.stemmer());
  if (!unit.compound.empty()) return match_term(field + unit.compound);
  if (unit.has_pairs) {
    std::vector<std::string> stems;
    for (const QueryWord& word : unit.words) stems.push_back(word.stem);
    return match_sequence(stem_terms(stems, field), 1);
  }
  std::vector<MatchPtr> all;
  for (const QueryWord& word : unit.words) all.push_back(match_term(field + word.folded));
  return all.empty() ? nothing() : match_all(std::move(all));
}

/// Properties that the index has, and marks of the reader.
MatchPtr match_of_properties(std::vector<std::string> values, const std::shared_ptr<const ReaderMarks>& marks) {
  std::vector<MatchPtr> any;
  std::erase_if(values, [&](const std::string& value) {
    const auto mark = std::ranges::find(kMarkNames, value);
    const bool is_mark = mark != kMarkNames.end();
    if (is_mark) any.push_back(match_marked(marks, static_cast<ReaderMark>(mark - kMarkNames.begin())));
    if (value == query::kUnread) any.push_back(match_not(match_marked(marks, ReaderMark::Read)));
    return is_mark || value == query::kUnread;
  });
  if (!values.empty())
    any.push_back(std::make_shared<const Match>(Match{.kind = MatchKind::Property, .terms = std::move(values)}));
  return match_any(std::move(any));
}

MatchPtr match_of_field(const QueryTree& node, QueryWords& words, bool is_excluding) {
  const query::FieldKind kind = query::field_kind(node.field);
  if (kind == query::FieldKind::Words) return match_of_node(node.children.front(), words, "S", is_excluding);
  std::vector<std::string> values;
  std::vector<MatchPtr> ranges;
  for (const QueryTree& child : node.children) {
    if (kind != query::FieldKind::Date) {
      values.push_back(child.text);
    } else if (const auto range = query::range_of_value(child.text)) {
      ranges.push_back(match_dates(*range));
    }
  }
  if (kind == query::FieldKind::Date) return match_any(std::move(ranges));
  if (kind == query::FieldKind::Property) return match_of_properties(std::move(values), words.marks());
  return match_value(query::filter_of(node.field), std::move(values));
}

MatchPtr match_of_filter(std::string_view field, const query::FieldFilter& filter) {
  std::vector<MatchPtr> all;
  for (const std::string& value : filter.all_of) all.push_back(match_value(field, {value}));
  if (!filter.any_of.empty()) all.push_back(match_value(field, filter.any_of));
  if (!filter.none_of.empty()) all.push_back(match_not(match_value(field, filter.none_of)));
  return match_all(std::move(all));
}

MatchPtr match_of_filter(std::string_view /*name*/, const query::DateRange& dates) { return match_dates(dates); }

} // namespace

MatchPtr match_of_unit(const QueryUnit& unit, const std::string& field) {
  if (unit.is_name()) return match_of_name(unit, field);
  std::vector<MatchPtr> all;
  for (const QueryWord& word : unit.words) all.push_back(match_of_spellings(word, field));
  return all.empty() ? nothing() : match_all(std::move(all));
}

MatchPtr match_of_exact_name(const QueryUnit& unit) {
  const auto written = [](std::vector<std::string> words, std::vector<std::string> stems) {
    return std::make_shared<const Match>(
        Match{.kind = MatchKind::Written, .terms = std::move(words), .stems = std::move(stems)});
  };
  std::vector<MatchPtr> ways{match_term(unit.compound)};
  if (!unit.fused.empty()) ways.push_back(written({unit.fused}, {"Z" + unit.fused_stem}));
  std::vector<std::string> words, stems;
  for (const QueryWord& word : unit.words) {
    words.push_back(word.folded);
    stems.push_back("Z" + word.stem);
  }
  ways.push_back(written(std::move(words), std::move(stems)));
  return match_any(std::move(ways));
}

MatchPtr match_in_names(const QueryUnit& unit) {
  if (unit.words.size() == 1) {
    const QueryWord& word = unit.words.front();
    const MatchPtr tagged = word.is_as_written ? nothing() : match_term(schema::tag_word_term(word.stem));
    return unit.may_be_name ? match_any({match_term(schema::author_word_term(word.folded)), tagged}) : tagged;
  }
  if (!unit.may_be_name) return nothing();
  std::vector<MatchPtr> all;
  for (const QueryWord& word : unit.words) all.push_back(match_term(schema::author_word_term(word.folded)));
  return all.empty() ? nothing() : match_all(std::move(all));
}

std::map<std::string, MatchPtr, std::less<>> matches_of_filters(const query::Filters& filters) {
  std::map<std::string, MatchPtr, std::less<>> out;
  query::for_each_filter(
      filters, [&](std::string_view name, const auto& filter) { out.emplace(name, match_of_filter(name, filter)); });
  return out;
}

// The parser limits the depth of the tree, and so of the recursion.
MatchPtr match_of_node(const QueryTree& node, QueryWords& words, const std::string& field, bool is_excluding) {
  const auto children = [&] {
    std::vector<MatchPtr> out;
    for (const QueryTree& child : node.children) out.push_back(match_of_node(child, words, field, is_excluding));
    return out;
  };
  switch (node.kind) {
  case NodeKind::Nothing:
    return everything();
  case NodeKind::Word:
    return match_of_word(is_excluding ? words.excluded_unit(node.text) : words.unit(node.text), field);
  case NodeKind::Exact:
    return match_of_exact(node, field, words);
  case NodeKind::Prefix:
    return match_of_prefix(node, field, words, is_excluding);
  case NodeKind::Phrase:
    return match_of_phrase(node, field, words);
  case NodeKind::Near:
    return match_of_near(node, field, words);
  case NodeKind::Field:
    return match_of_field(node, words, is_excluding);
  case NodeKind::And:
    return match_all(children());
  case NodeKind::Or:
    return match_any(children());
  case NodeKind::Not:
    return match_not(match_of_node(node.children.front(), words, field, !is_excluding));
  }
  return nothing();
}

} // namespace trawl::search
