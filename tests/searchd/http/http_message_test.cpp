// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/http_message.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("http message: header names are compared without case, in ASCII only", "[searchd]") {
  CHECK(equal_names("Content-Type", "content-type"));
  CHECK(equal_names("", ""));
  CHECK_FALSE(equal_names("a", "ab"));
  CHECK_FALSE(equal_names("@", "`")); // they differ by the bit that is the case of a letter
  CHECK_FALSE(equal_names("\xC3\x89", "\xC3\xA9"));
}

TEST_CASE("http message: the first header of a name counts, and setting one replaces all", "[searchd]") {
  HttpRequest request;
  request.headers = {{"A", "1"}, {"a", "2"}};
  CHECK(request.header("a") == "1");
  CHECK(request.header("b").empty());
  HttpResponse response;
  response.headers = {{"ETag", "1"}, {"etag", "2"}, {"Vary", "Accept"}};
  response.set_header("ETAG", "3");
  CHECK(response.headers.size() == 2);
  CHECK(response.header("ETag") == "3");
  CHECK(response.header("Vary") == "Accept");
}
