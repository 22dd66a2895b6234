// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/word_parser.h"

#include "shared/base/utf8.h"
#include "shared/query/limits.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>

namespace trawl::query {
namespace {

/// Stop words cost little, but a query of nothing else must end somewhere.
constexpr std::size_t kMaxStopWords = 4 * kMaxQueryWords;

} // namespace

std::vector<std::string> word_units(std::string_view chunk) {
  std::vector<std::string> units;
  std::size_t end = 0;
  std::size_t begin = 0;
  for (const text::Token& token : text::tokenize(chunk)) {
    if (end != 0 && token.begin < end) { // a part of the unit
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

QueryTree WordParser::words(std::size_t lexeme, std::string_view text, NodeKind kind) {
  std::vector<QueryTree> nodes;
  for (std::string& unit : word_units(text)) nodes.push_back(word(lexeme, std::move(unit), kind));
  return group(NodeKind::And, std::move(nodes), kind == NodeKind::Word);
}

QueryTree WordParser::word(std::size_t lexeme, std::string unit, NodeKind kind) {
  if (!admits(unit, lexeme)) return {};
  // A keyword that the lexer took for part of a word (NOT索家) is a word, and must be printed as one.
  return leaf(kind, is_keyword(unit) ? text::fold(unit) : std::move(unit));
}

bool WordParser::admits(std::string_view unit, std::size_t lexeme) {
  if (text::is_stop_word(text::fold(unit))) return stop_words_++ < kMaxStopWords;
  if (words_ < kMaxQueryWords) {
    ++words_;
    return true;
  }
  warn("too_many_words", "Only the first " + std::to_string(kMaxQueryWords) + " words were looked for.", lexeme);
  return false;
}

void WordParser::warn(std::string code, std::string message, std::size_t lexeme) {
  const bool is_known =
      std::ranges::any_of(warnings_, [&](const Warning& w) { return w.code == code && w.message == message; });
  if (is_known) return;
  const std::size_t byte = lexeme < lexemes_.size() ? lexemes_[lexeme].begin : q_.size();
  warnings_.push_back({std::move(code), std::move(message), utf8::length(q_.substr(0, byte))});
}

} // namespace trawl::query
