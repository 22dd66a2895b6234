// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::extract;

TEST_CASE("discussion: discussions are recognised by type, generator or address", "[discussion]") {
  const auto is = [](std::string_view html, std::string_view url) {
    const auto dom = html::Dom::parse(std::string(html));
    REQUIRE(dom.has_value());
    return is_discussion(*dom, url);
  };
  CHECK(is("", "https://forum.example.org/a"));
  CHECK(is("", "https://example.org/viewtopic.php?t=1"));
  CHECK(is("<meta name=generator content='Discourse 3'>", "https://example.org/"));
  CHECK(is("<div itemtype='https://schema.org/QAPage'>", "https://example.org/"));
  CHECK(is("<script type=application/ld+json>{\"@type\":\"DiscussionForumPosting\"}</script>", "https://example.org/"));
  CHECK(is("", "https://example.org/Questions/12/why"));
  CHECK_FALSE(is("", "https://example.org/forumlation/a?forum=1"));
  CHECK_FALSE(is("<meta name=generator content='WordPress 6'>", "https://example.org/"));
  CHECK_FALSE(is("<div class=thread>", "https://example.org/"));
  CHECK_FALSE(is("", "not an address with forum"));
}

TEST_CASE("discussion: the generators of forums that say so, in any case", "[discussion]") {
  for (const std::string generator : {"vBulletin 5", "Discourse 3.2"}) {
    CAPTURE(generator);
    const auto dom = html::Dom::parse("<meta name=Generator content='" + generator + "'>");
    REQUIRE(dom);
    CHECK(is_discussion(*dom, "https://example.org/"));
  }
}

TEST_CASE("discussion: a word in the URL must be a whole label or segment", "[discussion]") {
  const auto dom = html::Dom::parse("");
  REQUIRE(dom);
  for (const char* url : {"https://example.org/forum", "https://example.org/a/threads/12", "https://forums.example.org",
                          "https://example.org/showthread.php?t=1", "https://example.org/FORUM/"}) {
    CAPTURE(url);
    CHECK(is_discussion(*dom, url));
  }
  for (const char* url :
       {"https://example.org/forum-rules", "https://example.org/?next=/forum/", "https://example.org/#forum",
        "https://myforum.example.org/", "https://example.org/threading", "", "forum"}) {
    CAPTURE(url);
    CHECK_FALSE(is_discussion(*dom, url));
  }
}
