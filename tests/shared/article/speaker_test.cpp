// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/speaker.h"

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("speaker: nothing is stored of what the article's own page says", "[article]") {
  Article article;
  article.source = "blog";
  article.url = "https://blog.example/1";
  Provenance row{"title", "og:title"};
  set_speaker(row, article, "blog", article.url);
  CHECK(row.from == "og:title");
  const auto said = saying_of(row, article);
  CHECK(said.is_own);
  CHECK(said.source == "blog");
  CHECK(said.address == article.url);
}

TEST_CASE("speaker: another address and another source are part of the provenance", "[article]") {
  Article article;
  article.source = "blog";
  article.url = "https://blog.example/1";
  for (const char* words : {"feed", "feed: news at https://evil.example/ by evil", "feed: at http"}) {
    for (const auto& [source, address] :
         {std::pair("blog", "https://blog.example/feed"), std::pair("digest", "http://d.example/f")}) {
      Provenance row{"tags", words};
      set_speaker(row, article, source, address);
      const auto said = saying_of(row, article);
      CHECK_FALSE(said.is_own);
      CHECK(said.from == words);
      CHECK(said.source == source);
      CHECK(said.address == address);
    }
  }
}

TEST_CASE("speaker: words of a page that look like a speaker are not one", "[article]") {
  Article article;
  article.source = "blog";
  article.url = "https://blog.example/1";
  Provenance row{"tags", "page: news at https://evil.example/ by evil"};
  const std::string words = row.from;
  set_speaker(row, article, "blog", article.url);
  const auto said = saying_of(row, article);
  CHECK(said.from == words);
  CHECK(said.source == "blog");
  CHECK(said.address == article.url);
  CHECK(saying_of({"tags", "x at http://a.example/ b"}, article).is_own);
}
