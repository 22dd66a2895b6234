// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/content/archive_split.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

std::string paragraphs(std::string_view about) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += "<p>This is a long paragraph about " + std::string(about) + ", number " + std::to_string(i) +
            ", with enough words in it to count as running text of an article.</p>";
  }
  return text;
}

std::vector<ArchiveRow> split(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  return split_html_archive(*dom);
}

} // namespace

TEST_CASE("archive: a line Read More ends a row, its first line is the title", "[archive]") {
  const auto rows =
      split_text_archive("First\n\nOne text.\nSame paragraph.\n\nNext.\n\nRead More\nSecond\n\nTwo.\nRead More");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].title == "First");
  CHECK(rows[0].text == "One text.\nSame paragraph.\n\nNext.");
  CHECK(rows[1].title == "Second");
  CHECK(rows[1].text == "Two.");
}

TEST_CASE("archive: the repeated title and names of images are no text", "[archive]") {
  const auto rows =
      split_text_archive("T\n\nT\n\nsome logo\n\nReal text.\n\nbar chart\n\nTables:\n\nman at a desk\n\nRead More\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].text == "Real text.\n\nTables:");
}

TEST_CASE("archive: text without Read More is none", "[archive]") {
  CHECK_FALSE(is_text_archive("Read More about it\nhere"));
  CHECK(is_text_archive("a\r\nRead More\r\n"));
  CHECK(split_text_archive("").empty());
}

TEST_CASE("archive: whole articles of a list page become rows", "[archive]") {
  const auto rows = split("<main><article><h2><a href=/a>Alpha</a></h2>" + paragraphs("alpha") +
                          "</article><article><h2><a href=/b>Beta</a></h2>" + paragraphs("beta") + "</article></main>");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].title == "Alpha");
  CHECK(rows[0].url == "/a");
  CHECK(rows[1].text.find("beta") != std::string::npos);
  CHECK(rows[1].text.find("alpha") == std::string::npos);
}

TEST_CASE("archive: sections of one article are no articles", "[archive]") {
  CHECK(split("<article><section><h2>Alpha</h2>" + paragraphs("alpha") + "</section><section><h2>Beta</h2>" +
              paragraphs("beta") + "</section></article>")
            .empty());
  CHECK(split("<article><h1>One</h1>" + paragraphs("one") + "</article>").empty());
}
