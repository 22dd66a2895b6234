// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/scanner.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/query/limits.h"

using namespace trawl::query;

namespace {

/// Whether `sign` is an operator at the byte `at` of `text`, which a lexer reaches by its blanks.
bool takes_sign(std::string_view text, char sign, std::size_t at = 0) {
  Scanner scanner(text);
  while (scanner.position() < at) {
    const std::size_t before = scanner.position();
    scanner.skip_blanks();
    if (scanner.position() == before) scanner.skip_character();
  }
  const bool taken = scanner.take_sign(sign);
  CHECK(scanner.position() == at + (taken ? 1 : 0));
  return taken;
}

std::string word_at_start(std::string_view text) { return std::string(Scanner(text).word()); }

} // namespace

TEST_CASE("scanner: blanks are those of Unicode, and control characters", "[query]") {
  for (const char32_t c : U"\t\n\r \u00A0\u1680\u2000\u200A\u200B\u202F\u205F\u3000\u0001") {
    INFO(static_cast<unsigned>(c));
    CHECK(is_blank(c));
  }
  for (const char32_t c : {U'a', U'_', U'\u00AD', U'\u200C', U'\u2010', U'家'}) {
    INFO(static_cast<unsigned>(c));
    CHECK_FALSE(is_blank(c));
  }
}

TEST_CASE("scanner: quotes are straight or curly double ones", "[query]") {
  for (const char32_t c : {U'"', U'\u201C', U'\u201D', U'\u201E', U'\u201F'}) CHECK(is_quote(c));
  for (const char32_t c : {U'\'', U'\u2018', U'\u2019', U'«', U'`'}) CHECK_FALSE(is_quote(c));
}

TEST_CASE("scanner: a word ends at a blank, a quote, a parenthesis, a star or the end", "[query]") {
  CHECK(word_at_start("flash attention") == "flash");
  CHECK(word_at_start("flash\u3000x") == "flash");
  CHECK(word_at_start("a\"b") == "a");
  CHECK(word_at_start("a\u201Cb") == "a");
  CHECK(word_at_start("a(b") == "a");
  CHECK(word_at_start("a)") == "a");
  CHECK(word_at_start("quant*") == "quant");
  CHECK(word_at_start("*") == "");
  CHECK(word_at_start("家坟!?") == "家坟!?");
  CHECK(word_at_start("") == "");
}

TEST_CASE("scanner: a minus is an operator before a letter or a group, at the start of a word", "[query]") {
  CHECK(takes_sign("-ab", '-'));
  CHECK(takes_sign("-é", '-'));
  CHECK(takes_sign("-1a", '-'));
  CHECK(takes_sign("-(a)", '-'));
  CHECK(takes_sign("-\"a\"", '-'));
  CHECK(takes_sign("(-ab", '-', 1));
  CHECK(takes_sign("a -bc", '-', 2));
  CHECK_FALSE(takes_sign("a-b", '-', 1));
  CHECK_FALSE(takes_sign("-19", '-')); // a number
  CHECK_FALSE(takes_sign("-", '-'));
  CHECK_FALSE(takes_sign("- a", '-'));
  CHECK_FALSE(takes_sign("--a", '-'));
  CHECK_FALSE(takes_sign("-+a", '-'));
  CHECK_FALSE(takes_sign("-)", '-'));
  CHECK_FALSE(takes_sign("+a", '-'));
  CHECK_FALSE(takes_sign("", '-'));
}

TEST_CASE("scanner: a plus is one before a number too", "[query]") {
  CHECK(takes_sign("+a", '+'));
  CHECK(takes_sign("+19", '+'));
  CHECK_FALSE(takes_sign("C ++", '+', 2));
  CHECK_FALSE(takes_sign("a+b", '+', 1));
  CHECK_FALSE(takes_sign("+ a", '+'));
}

TEST_CASE("scanner: a quoted text ends at any quote, or is open", "[query]") {
  struct Row {
    std::string_view text, inner, rest;
    bool is_closed;
  };
  for (const Row& row : std::vector<Row>{{"\"a b\" c", "a b", " c", true},
                                         {"\u201Ca b\u201D c", "a b", " c", true},
                                         {"\"a\u201D", "a", "", true},
                                         {"\"\"x", "", "x", true},
                                         {"\"a b", "a b", "", false},
                                         {"\"", "", "", false}}) {
    INFO(row.text);
    Scanner scanner(row.text);
    bool is_closed = !row.is_closed;
    CHECK(scanner.read_quoted(is_closed) == row.inner);
    CHECK(is_closed == row.is_closed);
    CHECK(row.text.substr(scanner.position()) == row.rest);
  }
}

TEST_CASE("scanner: a number ends at the limit of distances, however long it is", "[query]") {
  const auto read = [](const std::string& text) { return Scanner(text).read_number(); };
  CHECK(read("") == 0);
  CHECK(read("7x") == 7);
  CHECK(read("0005") == 5);
  CHECK(read("99") == 99);
  CHECK(read("100") == kMaxDistance);
  CHECK(read("101") == kMaxDistance);
  CHECK(read(std::string(500, '9')) == kMaxDistance);
}

TEST_CASE("scanner: beyond the end there is nothing, and no step", "[query]") {
  Scanner scanner("é");
  scanner.skip_character();
  CHECK(scanner.position() == 2); // bytes
  CHECK(scanner.at_end());
  scanner.skip_character();
  scanner.skip_blanks();
  CHECK(scanner.position() == 2);
  CHECK(scanner.peek() == 0);
  CHECK(scanner.ends_word(2));
  CHECK_FALSE(scanner.take('x'));
}
