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
