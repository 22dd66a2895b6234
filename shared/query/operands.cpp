// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/operands.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/parser.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::search {
namespace {

/// A capital operator that came apart from its neighbours (NOT索家) is a word, and has to be printed as one.
std::string as_word(std::string unit) {
  constexpr std::string_view kNear = "NEAR/";
  const bool is_near = unit.starts_with(kNear) &&
                       std::ranges::all_of(unit.substr(kNear.size()), [](char c) { return c >= '0' && c <= '9'; });
  const bool is_operator = unit == "AND" || unit == "OR" || unit == "NOT" || unit == "NEAR" || is_near;
  return is_operator ? text::fold(unit) : unit;
}

QueryTree leaf(NodeKind kind, std::string text) {
  QueryTree node;
  node.kind = kind;
  node.text = std::move(text);
  return node;
}

} // namespace

/// Children under one node; none or one need none.
QueryTree group(NodeKind kind, std::vector<QueryTree> children, bool implicit) {
  std::erase_if(children, [](const QueryTree& child) { return child.empty(); });
  if (children.empty()) return {};
  if (children.size() == 1) return std::move(children.front());
  QueryTree node;
  node.kind = kind;
  node.implicit = implicit;
  node.children = std::move(children);
  return node;
}

/// Words side by side in one node, whatever parentheses were around some of them.
QueryTree flattened(std::vector<QueryTree> parts) {
  std::vector<QueryTree> flat;
  for (QueryTree& part : parts) {
    if (part.kind == NodeKind::And && part.implicit) {
      std::ranges::move(part.children, std::back_inserter(flat));
    } else {
      flat.push_back(std::move(part));
    }
  }
  return group(NodeKind::And, std::move(flat), true);
}

void OperandReader::warn(std::string code, std::string message, std::size_t lexeme) {
  const bool said =
      std::ranges::any_of(warnings_, [&](const Warning& w) { return w.code == code && w.message == message; });
  if (said) return;
  const std::size_t byte = lexeme < lexemes_.size() ? lexemes_[lexeme].begin : q_.size();
  warnings_.push_back({std::move(code), std::move(message), utf8::length(q_.substr(0, byte))});
}
/// Counts the words against the cap; those beyond it are dropped.
bool OperandReader::admits(std::string_view unit, std::size_t lexeme) {
  if (text::is_stop_word(text::fold(unit))) return stop_words_++ < 4 * kMaxQueryWords;
  if (words_ < kMaxQueryWords) {
    ++words_;
    return true;
  }
  if (!std::exchange(full_, true)) {
    warn("too_many_words", "Only the first " + std::to_string(kMaxQueryWords) + " words were looked for.", lexeme);
  }
  return false;
}

QueryTree OperandReader::words(std::size_t lexeme, std::string_view chunk, NodeKind kind) {
  std::vector<QueryTree> nodes;
  for (std::string& unit : word_units(chunk)) {
    if (admits(unit, lexeme)) nodes.push_back(leaf(kind, as_word(std::move(unit))));
  }
  return group(NodeKind::And, std::move(nodes), kind == NodeKind::Word);
}

QueryTree OperandReader::prefix(std::size_t lexeme) {
  std::vector<std::string> units = word_units(lexemes_[lexeme].text);
  if (units.empty()) return {};
  std::vector<QueryTree> nodes;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!admits(units[i], lexeme)) continue;
    const bool last = i + 1 == units.size();
    const bool enough = utf8::length(units[i]) >= kMinPrefixLetters;
    if (last && !enough) {
      warn("prefix_too_short", "A beginning needs two letters or more; '" + units[i] + "' was looked for as a word.",
           lexeme);
    }
    nodes.push_back(leaf(last && enough ? NodeKind::Prefix : NodeKind::Word, as_word(units[i])));
  }
  return group(NodeKind::And, std::move(nodes), true);
}

QueryTree OperandReader::phrase(std::size_t at) {
  const Lexeme& lexeme = lexemes_[at];
  if (!lexeme.closed) {
    warn("unbalanced_quote", "A quote is never closed; what follows it was taken as words.", at);
    return words(at, lexeme.text, NodeKind::Word);
  }
  return phrase_of(lexeme.text, lexeme.distance, at);
}

QueryTree OperandReader::phrase_of(std::string_view text, int distance, std::size_t at) {
  std::vector<QueryTree> nodes;
  bool cut = false;
  for (std::string& unit : word_units(text)) {
    cut = nodes.size() == kMaxPhraseWords;
    if (cut) break;
    if (admits(unit, at)) nodes.push_back(leaf(NodeKind::Word, as_word(std::move(unit))));
  }
  if (cut) {
    warn("phrase_cut", "Only the first " + std::to_string(kMaxPhraseWords) + " words of the phrase were looked for.",
         at);
  }
  QueryTree node = group(NodeKind::Phrase, std::move(nodes));
  if (node.kind == NodeKind::Phrase) node.distance = distance;
  return node;
}

QueryTree OperandReader::field(std::size_t at) {
  const Lexeme& lexeme = lexemes_[at];
  switch (field_kind(lexeme.text)) {
  case FieldKind::Words:
    return title(at);
  case FieldKind::Value:
    return values(at);
  case FieldKind::Date:
    return date(at);
  case FieldKind::Property:
    return property(at);
  case FieldKind::Unknown:
    break;
  }
  warn("unknown_field", "There is no field '" + lexeme.text + "'; it was taken as a word.", at);
  return as_words(at, true);
}

/// A field that is none, as the words that were typed.
QueryTree OperandReader::as_words(std::size_t at, bool with_name) {
  const Lexeme& lexeme = lexemes_[at];
  std::vector<QueryTree> parts;
  if (with_name) parts.push_back(words(at, lexeme.text, NodeKind::Word));
  for (const std::string& value : lexeme.values) parts.push_back(words(at, value, NodeKind::Word));
  return flattened(std::move(parts));
}

QueryTree OperandReader::title(std::size_t at) {
  const Lexeme& lexeme = lexemes_[at];
  std::vector<QueryTree> branches;
  for (const std::string& value : lexeme.values) {
    if (value.size() > 1 && value.ends_with('*') && !lexeme.quoted) {
      const std::vector<std::string> units = word_units(value);
      const bool one = units.size() == 1 && utf8::length(units[0]) >= kMinPrefixLetters && admits(units[0], at);
      branches.push_back(one ? leaf(NodeKind::Prefix, units[0]) : phrase_of(value, 0, at));
    } else {
      branches.push_back(phrase_of(value, 0, at));
    }
  }
  QueryTree inner = group(NodeKind::Or, std::move(branches));
  if (inner.empty()) return {};
  QueryTree node;
  node.kind = NodeKind::Field;
  node.field = "title";
  node.children.push_back(std::move(inner));
  return node;
}

QueryTree OperandReader::values(std::size_t at) {
  const Lexeme& lexeme = lexemes_[at];
  QueryTree node;
  node.kind = NodeKind::Field;
  node.field = lexeme.text == "language" ? "lang" : lexeme.text;
  for (const std::string& value : lexeme.values) {
    if (value.empty()) continue;
    node.children.push_back(leaf(NodeKind::Word, node.field == "author" ? value : text::fold(value)));
  }
  if (!node.children.empty()) return node;
  warn("empty_value", "The field '" + lexeme.text + "' has no value and was left out.", at);
  return {};
}

QueryTree OperandReader::date(std::size_t at) {
  const Lexeme& lexeme = lexemes_[at];
  QueryTree node;
  node.kind = NodeKind::Field;
  node.field = "date";
  for (const std::string& value : lexeme.values) {
    const auto range = parse_date_filter(lexeme.text, text::fold(value), now_);
    if (!range) {
      warn("bad_date", "'" + value + "' is no date; it was taken as words.", at);
      return as_words(at, false);
    }
    node.children.push_back(leaf(NodeKind::Word, date_value(*range)));
  }
  return node;
}

QueryTree OperandReader::property(std::size_t at) {
  QueryTree node;
  node.kind = NodeKind::Field;
  node.field = "is";
  for (const std::string& value : lexemes_[at].values) {
    if (!is_property(text::fold(value))) {
      warn("unknown_value", "is: knows duplicate, long and undated, not '" + value + "'; it was taken as words.", at);
      return as_words(at, false);
    }
    node.children.push_back(leaf(NodeKind::Word, text::fold(value)));
  }
  return node;
}

std::vector<std::string> word_units(std::string_view chunk) {
  std::vector<std::string> units;
  std::size_t end = 0;
  std::size_t begin = 0;
  for (const text::Token& token : text::tokenize(chunk)) {
    if (end != 0 && token.begin < end) {
      end = std::max(end, token.end);
    } else {
      if (end != 0) units.emplace_back(chunk.substr(begin, end - begin));
      begin = token.begin;
      end = token.end;
    }
  }
  if (end != 0) units.emplace_back(chunk.substr(begin, end - begin));
  return units;
}

} // namespace trawl::search
