// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/tagged_answer.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("conditional: tags are compared weakly, in lists and by star", "[searchd]") {
  const std::string tag = index_tag({3, 41}, "q");
  CHECK(matches_tag(tag, tag));
  CHECK(matches_tag(tag.substr(2), tag));
  CHECK(matches_tag("\"a\" ,\t" + tag + " , \"b\"", tag));
  CHECK(matches_tag("*", tag));
  CHECK_FALSE(matches_tag("", tag));
  CHECK_FALSE(matches_tag("\"a\", , W/\"b\"", tag));
  CHECK(index_tag({3, 42}, "q") != tag);
  CHECK(index_tag({4, 41}, "q") != tag);
  CHECK(index_tag({3, 41}, "r") != tag);
}

TEST_CASE("conditional: a date decides only without a tag, and only for an answer that has one", "[searchd]") {
  const std::string newest = "Mon, 20 Apr 2026 08:00:00 GMT";
  const auto request = [](std::vector<std::pair<std::string, std::string>> headers) {
    HttpRequest made;
    made.headers = std::move(headers);
    return made;
  };
  CHECK(is_unmodified(request({{"If-Modified-Since", newest}}), newest));
  CHECK(is_unmodified(request({{"If-Modified-Since", "Tue, 21 Apr 2026 08:00:00 GMT"}}), newest));
  CHECK_FALSE(is_unmodified(request({{"If-Modified-Since", "Mon, 20 Apr 2026 07:59:59 GMT"}}), newest));
  CHECK_FALSE(is_unmodified(request({{"If-Modified-Since", newest}, {"If-None-Match", "\"a\""}}), newest));
  CHECK_FALSE(is_unmodified(request({{"If-Modified-Since", "yesterday"}}), newest));
  CHECK_FALSE(is_unmodified(request({}), newest));
  CHECK_FALSE(is_unmodified(request({{"If-Modified-Since", newest}}), ""));
}
