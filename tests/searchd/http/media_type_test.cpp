// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/media_type.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("media type: what a client accepts", "[searchd]") {
  const char* json = "application/json";
  for (const char* yes : {"", "*/*", "application/*", "Application/JSON", "text/html, */*;q=0.1",
                          "application/json;q=0.5", "*/*;q=0, application/json", "application/json; charset=utf-8"}) {
    INFO(yes);
    CHECK(accepts(yes, json));
  }
  for (const char* no :
       {"text/html", "application/json;q=0", "application/json;q=0.000, */*", "text/*", "application/jso"}) {
    INFO(no);
    CHECK_FALSE(accepts(no, json));
  }
  CHECK(accepts("text/html", "text/html; charset=utf-8"));
  CHECK(is_json_type("application/json"));
  CHECK(is_json_type("Application/Json; charset=\"UTF-8\""));
  CHECK_FALSE(is_json_type("application/json; charset=utf-16"));
  CHECK_FALSE(is_json_type("text/json"));
  CHECK_FALSE(is_json_type(""));
}

TEST_CASE("media type: the most specific range decides, whatever its place", "[searchd]") {
  struct Row {
    const char* accept;
    bool html;
  };
  for (const Row& row : {
           Row{"text/*;q=0, text/html", true},
           {"text/html, text/*;q=0", true},
           {"text/html;q=0, text/*", false},
           {"text/*, text/html;q=0", false},
           {"*/*;q=0, text/*", true},
           {"*/*, text/*;q=0", false},
           {"text/html;Q=0", false},
           {"text/html;q=0.001", true},
           {"text/html; q=0.0", false},
           {"text/html;level=1;q=0", false},
           {"text/html ; q=1", true},
           {"text /html", false},
           {"text/htm", false},
           {"text/htmlx", false},
           {"*", false},
           {"*/html", false},
           {",,text/html", true},
           {",", false},
           {" text/html", true},
           // what browsers send for a page
           {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", true},
       }) {
    INFO(row.accept);
    CHECK(accepts(row.accept, "text/html") == row.html);
  }
}

TEST_CASE("media type: JSON has the charset utf-8 or none", "[searchd]") {
  struct Row {
    const char* type;
    bool is_json;
  };
  for (const Row& row : {
           Row{"application/json;charset=utf-8", true},
           {"application/json ; charset=UTF-8", true},
           {"application/json;profile=x;charset=utf-8", true},
           {"application/json;", true},
           {"application/json;charset=iso-8859-1", false},
           {"application/json;charset=utf-8;charset=utf-16", false},
           {"application/jsonl", false},
           {"application/ld+json", false},
           {"application/x-www-form-urlencoded", false},
           {"application/json, text/plain", false},
       }) {
    INFO(row.type);
    CHECK(is_json_type(row.type) == row.is_json);
  }
}
