// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/word_parser.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/query/limits.h"
#include "tests/shared/query/query_text.h"

using namespace trawl::query;
using namespace trawl::query::test;

namespace {

using Units = std::vector<std::string>;

std::string numbered(int count, std::string_view word) {
  std::string out;
  for (int i = 0; i < count; ++i) out += std::string(word) + std::to_string(i) + " ";
  return out;
}

} // namespace

TEST_CASE("word parser: a text without blanks is the words in it, as typed", "[query]") {
  CHECK(word_units("Attention") == Units{"Attention"});
  CHECK(word_units("a,b") == Units{"a", "b"});
  CHECK(word_units("torch.compile()") == Units{"torch.compile"});
  CHECK(word_units("(FlexAttention)") == Units{"FlexAttention"});
  CHECK(word_units("deepseek-ai/DeepSeek-V3") == Units{"deepseek-ai/DeepSeek-V3"});
  CHECK(word_units("model's") == Units{"model"});
  CHECK(word_units("索家坟") == Units{"索家坟"});
  CHECK(word_units("C++,C#") == Units{"C++", "C#"});
  CHECK(word_units("").empty());
  CHECK(word_units("?!").empty());
}

TEST_CASE("word parser: sixty-four words are read, and stop words are not counted", "[query]") {
  CHECK(codes(numbered(64, "word")).empty());
  CHECK(codes(numbered(65, "word")).starts_with("too_many_words@"));
  CHECK(codes(numbered(64, "word") + "the of and").empty());
  CHECK(parsed(numbered(65, "word")).tree.children.size() == kMaxQueryWords);
  CHECK(parsed(numbered(65, "word") + "the").tree.children.size() == kMaxQueryWords + 1);
}

TEST_CASE("word parser: the warning about too many words is given once, at the first that is left out", "[query]") {
  const std::string before = numbered(64, "w");
  CHECK(codes(before + "x y z") == "too_many_words@" + std::to_string(before.size()));
}

TEST_CASE("word parser: words of prefixes, phrases and titles count too", "[query]") {
  for (const char* q : {"last*", "\"last two\"", "title:last", "+last", "-last"}) {
    INFO(q);
    CHECK(codes(numbered(62, "w") + q).empty());
    CHECK(codes(numbered(64, "w") + q).starts_with("too_many_words@"));
  }
}

TEST_CASE("word parser: a query of nothing but stop words ends somewhere", "[query]") {
  std::string text;
  for (int i = 0; i < 333; ++i) text += "a "; // 666 bytes
  CHECK(parsed(text).tree.children.size() == 256);
}

TEST_CASE("word parser: a position is in characters of the query", "[query]") {
  CHECK(codes("家 é x*") == "prefix_too_short@4");
  CHECK(codes("\xFF x*") == "prefix_too_short@2"); // of the repaired query
}

TEST_CASE("word parser: the same sentence is said once, another one too", "[query]") {
  CHECK(codes("foo:a foo:b") == "unknown_field@0");
  CHECK(codes("foo:a bar:b") == "unknown_field@0 unknown_field@6");
}
