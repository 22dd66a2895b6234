// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/main_content.h"

#include <string>

#include <catch2/catch.hpp>

namespace feed_text_test {

using namespace trawl::extract;

namespace {

std::string words(std::string_view stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::string(stem) + std::to_string(i) + ' ';
  return text;
}

} // namespace

TEST_CASE("feed text: the page speaks unless it has no text, or only a part of the feed's", "[feed_text]") {
  const std::string page = words("page", 200);
  CHECK_FALSE(is_feed_text_better(page, ""));
  CHECK_FALSE(is_feed_text_better(page, page));
  CHECK_FALSE(is_feed_text_better(page, words("page", 100)));
  CHECK(is_feed_text_better("", "few"));
  CHECK(is_feed_text_better(page, page + words("rest", 300)));
  CHECK(is_feed_text_better(page + words("subscribe", 60), page + words("rest", 700)));
  CHECK_FALSE(is_feed_text_better(page, words("other", 800)));
}

TEST_CASE("feed text: an excerpt replaces only a page of a few words", "[feed_text]") {
  CHECK_FALSE(is_feed_text_better(words("page", 30), words("other", 50)));
  CHECK(is_feed_text_better(words("page", 10), words("page", 50)));
}

} // namespace feed_text_test
