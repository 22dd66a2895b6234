// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_id.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;

// Bookmarks, exports and the index depend on these.
TEST_CASE("article id: the first 64 bits of SHA-256 of the canonical URL, in hex", "[article]") {
  CHECK(article_id("") == "e3b0c44298fc1c14");
  CHECK(article_id("abc") == "ba7816bf8f01cfea"); // FIPS 180-4, appendix B.1
  CHECK(article_id("https://e.org/a") != article_id("https://e.org/a/"));
  CHECK(is_article_id(article_id("https://pytorch.org/blog/monarch/")));
}

TEST_CASE("article id: has 16 hex digits in small letters", "[article]") {
  CHECK(is_article_id("0123456789abcdef"));
  for (const char* text : {"", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcdeg",
                           "0123456789abcde ", "../../etc/passwd", "0000000000000000", "0123456789abcd\xC3\xA9"}) {
    INFO(text);
    CHECK_FALSE(is_article_id(text));
  }
  CHECK_FALSE(is_article_id(std::string("0123456789abcde\0", 16)));
}

TEST_CASE("source id: has 1 to 40 small letters, digits and hyphens, and begins with no hyphen", "[article]") {
  for (const char* text : {"a", "0", "fast-ai", "n8n"}) CHECK(is_source_id(text));
  CHECK(is_source_id(std::string(40, 'a')));
  CHECK_FALSE(is_source_id(std::string(41, 'a')));
  for (const char* text : {"", "-", "-rf", "Fast", "fast_ai", "fast ai", "fast.ai", "a/b", "\xC3\xA9"}) {
    INFO(text);
    CHECK_FALSE(is_source_id(text));
  }
}
