// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_names.h"

#include "shared/article/article_id.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("article names: aliases that are ids or addresses lead to the article", "[article]") {
  Article article;
  article.id = article_id("https://e.org/first");
  article.url = "https://e.org/now";
  article.aliases = {"00112233445566aa", "https://e.org/first", "https://e.org/other"};
  article.copies = {{"https://f.org/a", "f"}, {"https://e.org/now", "g"}};
  std::vector<std::string> expected{"00112233445566aa"};
  expected.push_back(article_id("https://e.org/other"));
  std::ranges::sort(expected);
  CHECK(alias_ids(article) == expected);
}

TEST_CASE("article names: an article at its first address has no other names", "[article]") {
  Article article;
  article.id = article_id("https://e.org/a");
  article.url = "https://e.org/a";
  CHECK(alias_ids(article).empty());
  article.url.clear();
  CHECK(alias_ids(article).empty());
}
