// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/lexer.h"

#include "shared/query/scanner.h"

#include <utility>

namespace trawl::query {
namespace {

/// Reads up to the end of the word or a `*` inside it, which separates two words. False if there is only a `*`.
bool read_word(Scanner& scanner, Lexeme& lexeme) {
  lexeme.text = scanner.word();
  scanner.move_to(scanner.position() + lexeme.text.size());
  scanner.take('*');
  return !lexeme.text.empty();
}

} // namespace

std::vector<Lexeme> lex_query(std::string_view text) {
  std::vector<Lexeme> lexemes;
  Scanner scanner(text);
  for (scanner.skip_blanks(); !scanner.at_end(); scanner.skip_blanks()) {
    Lexeme lexeme;
    lexeme.begin = scanner.position();
    lexeme.op = read_operator(scanner, lexeme);
    if (lexeme.is_word() && !read_word(scanner, lexeme)) continue;
    lexeme.end = scanner.position();
    lexemes.push_back(std::move(lexeme));
  }
  return lexemes;
}

} // namespace trawl::query
