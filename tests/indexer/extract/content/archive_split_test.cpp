// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/archive_split.h"

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("archive: a line Read More ends an article, its first line is the title", "[archive]") {
  const auto rows =
      split_text_archive("First\n\nOne text.\nSame paragraph.\n\nNext.\n\nRead More\nSecond\n\nTwo.\nRead More");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].title == "First");
  CHECK(rows[0].text == "One text.\nSame paragraph.\n\nNext.");
  CHECK(rows[1].title == "Second");
  CHECK(rows[1].text == "Two.");
}

TEST_CASE("archive: the repeated title and descriptions of images are dropped", "[archive]") {
  const auto rows =
      split_text_archive("T\n\nT\n\nsome logo\n\nReal text.\n\nbar chart\n\nTables:\n\nman at a desk\n\nRead More\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].text == "Real text.\n\nTables:");
}

TEST_CASE("archive: text without a line Read More is not an archive", "[archive]") {
  CHECK_FALSE(is_text_archive("Read More about it\nhere"));
  CHECK(is_text_archive("a\r\nRead More\r\n"));
  CHECK(split_text_archive("").empty());
}

TEST_CASE("archive: an image description is dropped only where it is alone and names an image", "[archive]") {
  const auto text_of = [](const std::string& line) {
    const auto rows = split_text_archive("Title\n\n" + line + "\n\nText.\nRead More");
    REQUIRE(rows.size() == 1);
    return rows[0].text;
  };
  for (const char* line : {"chart", "a very long bar chart", "person with a laptop"}) {
    CAPTURE(line);
    CHECK(text_of(line) == "Text.");
  }
  for (const char* line :
       {"Chart", "the six words before a simple chart", "chart 7", "man alone", "chart\nof prices"}) {
    CAPTURE(line);
    CHECK(text_of(line) == std::string(line) + "\n\nText.");
  }
}

TEST_CASE("archive: text after the last Read More is an article, empty ones are not", "[archive]") {
  const auto rows = split_text_archive("A\n\nOne.\nRead More\nRead More\n\nB\n\nTwo.");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].title == "B");
  CHECK(rows[1].text == "Two.");
}
