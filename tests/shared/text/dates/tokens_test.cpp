// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/tokens.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::text::dates;

namespace {

/// Numbers as value:digits, words in letters, signs in quotes; "_" before a token after white space.
std::string dump(std::string_view text) {
  std::string out;
  for (const Token& token : tokenize(text)) {
    out += out.empty() ? "" : " ";
    if (token.space_before) out += "_";
    switch (token.kind) {
    case TokenKind::Number:
      out += std::to_string(token.value) + ":" + std::to_string(token.digits);
      break;
    case TokenKind::Word:
      out += token.word;
      break;
    case TokenKind::Sign:
      out += "'" + token.word + "'";
      break;
    }
  }
  return out;
}

} // namespace

TEST_CASE("date tokens: words, numbers and punctuation, with the white space before them", "[date]") {
  struct Row {
    std::string_view text, want;
  };
  for (const Row& row : std::vector<Row>{{"", ""},
                                         {"  \n", ""},
                                         {"8 April 2026", "8:1 _april _2026:4"},
                                         {"2026-04-08T09:30Z", "2026:4 '-' 4:2 '-' 8:2 t 9:2 ':' 30:2 z"},
                                         {" 08", "_8:2"}, // leading zeros count as digits
                                         {"8th", "8:1 th"},
                                         {"a.m.", "a '.' m '.'"},
                                         {"Août", "aout"},
                                         {"AOU\u0302T", "aout"},
                                         {"Ιούλιος", "ιουλιος"},
                                         {"２０２６年", "2026:4 年"},
                                         {"2026年4月8日", "2026:4 年 4:1 月 8:1 日"},
                                         {"下午", "下 午"},
                                         {"오후 3시", "오후 _3:1 시"},
                                         {"٨", "8:1"}, // Arabic digits
                                         {"1º", "1:1 o"},
                                         {"a\u200Bb\u00ADc", "abc"}, // format characters are dropped
                                         {"a\u00A0b", "a _b"},
                                         {"a\u0001b", "a _b"}}) {
    INFO(row.text);
    CHECK(dump(row.text) == row.want);
  }
}

TEST_CASE("date tokens: a number of more than 18 digits has no value", "[date]") {
  CHECK(dump("999999999999999999") == "999999999999999999:18");
  CHECK(dump("1000000000000000000") == "-1:19");
  CHECK(dump(std::string(1'000, '9')) == "-1:1000");
}

TEST_CASE("date tokens: only the first 64 KiB are read, and no character is split", "[date]") {
  const std::string blanks(kMaxDateText - 1, ' ');
  CHECK(dump(blanks + "7") == "_7:1");
  CHECK(dump(blanks + "78") == "_7:1");
  CHECK(dump(blanks + "é") == "");
}

TEST_CASE("date tokens: bytes that are not UTF-8 do no harm", "[date]") {
  CHECK(dump("8\xFF"
             "9")
            .starts_with("8:1 "));
  CHECK(dump("\xC3") == "'\uFFFD'");
}

TEST_CASE("date tokens: a word folds to what a table of names holds", "[date]") {
  CHECK(fold("Février") == "fevrier");
  CHECK(fold("MÄRZ") == "marz");
  CHECK(fold("") == "");
  CHECK(fold("two words") == "two");
}

TEST_CASE("date cursor: looking ahead past the end is safe", "[date]") {
  const auto tokens = tokenize("8 April");
  Cursor cursor(tokens);
  CHECK(cursor.is_number(1, 2));
  CHECK_FALSE(cursor.is_number(2, 4));
  CHECK_FALSE(cursor.is_word("april"));
  CHECK(cursor.peek(1).word == "april");
  CHECK(cursor.peek(2).word.empty());
  CHECK_FALSE(cursor.take_word("april"));
  CHECK(cursor.position() == 0); // it moves only over what it takes
  cursor.advance();
  CHECK(cursor.take_word("april"));
  CHECK(cursor.at_end());
  CHECK_FALSE(cursor.is_sign(""));
  CHECK_FALSE(cursor.is_number(0, 9));
  CHECK_FALSE(cursor.take_sign("."));
}
