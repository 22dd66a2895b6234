// SPDX-License-Identifier: GPL-3.0-or-later
/// tests/data/extract/pages: pages as common generators and publishers write them, each with its article in a .txt
/// file.
#include <fstream>
#include <iterator>
#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/article_extractor.h"
#include "tests/indexer/extract/page_fixtures.h"
#include "tests/support/source_tree.h"

using namespace trawl;
using namespace trawl::extract;

namespace {

/// Title, authors and dates on lines of their own, then the text.
std::string article_text(const Article& article) {
  std::string out = article.title + "\n";
  for (const std::string& author : article.authors) out += "by " + author + "\n";
  if (article.published) out += "published " + to_text(*article.published) + "\n";
  if (article.updated) out += "updated " + to_text(*article.updated) + "\n";
  return out + "language " + article.language + "\n\n" + article.text + "\n";
}

} // namespace

TEST_CASE("extractor: the article of a whole page", "[extractor]") {
  const auto pages = read_fixtures("pages");
  REQUIRE(pages.size() >= 8);
  for (const PageFixture& page : pages) {
    DYNAMIC_SECTION(page.name) {
      std::ifstream file(trawl::test::in_source_tree("tests/data/extract/pages/" + page.name + ".txt"),
                         std::ios::binary);
      const std::string expected(std::istreambuf_iterator<char>(file), {});
      PageInput input;
      input.bytes = page.html;
      input.url = page.url;
      const auto found = extract_page(input);
      REQUIRE(found.has_value());
      CHECK(article_text(found->article) == expected);
    }
  }
}
