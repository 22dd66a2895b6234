// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/excerpt.h"

#include <string>

#include <catch2/catch.hpp>

#include "shared/text/reading_time.h"

using namespace trawl::text;

TEST_CASE("reading time: words stand between white space, CJK characters are words", "[reading_time]") {
  CHECK(measure("").words == 0);
  CHECK(measure("  one\n\ntwo  three-four ").words == 3);
  CHECK(measure("大模型 GPT-4发布").words == 6);
  CHECK(measure("大模型 GPT-4发布").cjk_characters == 5);
  CHECK(measure("한국어 문장").words == 2);
  CHECK(measure("a\xC2\xA0"
                "b")
            .words == 2);
}

TEST_CASE("reading time: 230 words or 400 characters are a minute, and nothing is less", "[reading_time]") {
  CHECK(reading_minutes({0, 0}) == 1);
  CHECK(reading_minutes({230, 0}) == 1);
  CHECK(reading_minutes({231, 0}) == 2);
  CHECK(reading_minutes({400, 400}) == 1);
  CHECK(reading_minutes({1200, 1200}) == 3);
  CHECK(reading_minutes({230 + 400, 400}) == 2);
}

TEST_CASE("excerpt: whole words, and an ellipsis when cut", "[excerpt]") {
  CHECK(excerpt("one two\n\nthree", 2) == "one two…");
  CHECK(excerpt("one two\n\nthree", 3) == "one two three");
  CHECK(excerpt("  ", 3).empty());
  CHECK(excerpt("大模型发布", 3) == "大模型…");
  CHECK(excerpt("see GPT4发布 now", 9) == "see GPT4发布 now");
}

TEST_CASE("excerpt: 140 words unless asked else", "[excerpt]") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "word ";
  CHECK(measure(excerpt(text)).words == 140);
}
