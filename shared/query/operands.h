// SPDX-License-Identifier: GPL-3.0-or-later
/// The leaves of a query's tree: words, beginnings, phrases and fields from their lexemes, under the caps.
#pragma once

#include "shared/base/date_time.h"
#include "shared/query/lexer.h"
#include "shared/query/tree.h"
#include "shared/search/response.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::search {

/// Children under one node; none or one need none.
QueryTree group(NodeKind kind, std::vector<QueryTree> children, bool implicit = false);

/// Words side by side in one node, whatever parentheses were around some of them.
QueryTree flattened(std::vector<QueryTree> parts);

/// Reads leaves of one query, counting its words and gathering what there is to say. Lexemes are named by their index.
class OperandReader {
 public:
  OperandReader(std::string_view q, Moment now, const std::vector<Lexeme>& lexemes)
      : q_(q), now_(now), lexemes_(lexemes) {}

  QueryTree words(std::size_t lexeme, std::string_view chunk, NodeKind kind);
  QueryTree prefix(std::size_t lexeme);
  QueryTree phrase(std::size_t at);
  QueryTree field(std::size_t at);

  /// Says the same only once.
  void warn(std::string code, std::string message, std::size_t lexeme);
  std::vector<Warning> take_warnings() { return std::move(warnings_); }

 private:
  bool admits(std::string_view unit, std::size_t lexeme);
  QueryTree phrase_of(std::string_view text, int distance, std::size_t at);
  QueryTree as_words(std::size_t at, bool with_name);
  QueryTree title(std::size_t at);
  QueryTree values(std::size_t at);
  QueryTree date(std::size_t at);
  QueryTree property(std::size_t at);

  std::string_view q_;
  Moment now_;
  const std::vector<Lexeme>& lexemes_;
  std::size_t words_ = 0, stop_words_ = 0;
  bool full_ = false;
  std::vector<Warning> warnings_;
};

} // namespace trawl::search
