// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/http/media_type.h"

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("media type: what an Accept header asks for by name", "[searchd]") {
  struct Row {
    const char* accept;
    bool html;
  };
  for (const Row& row : {
           Row{"", false},
           {"*/*", false},
           {"text/*", false},
           {"text/htm", false},
           {"text/htmlx", false},
           {",", false},
           {",,text/html", true},
           {" Text/HTML", true},
           {"application/json, text/html;q=0.001", true},
           {"text/html; q=0.0", false},
           {"text/html;level=1;Q=0", false},
           {"text/html ; q=1", true},
           // what browsers send for a page
           {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8", true},
       }) {
    INFO(row.accept);
    CHECK(names_type(row.accept, "text/html") == row.html);
  }
}

TEST_CASE("media type: JSON has the charset utf-8 or none", "[searchd]") {
  struct Row {
    const char* type;
    bool is_json;
  };
  for (const Row& row : {
           Row{"", false},
           {"text/json", false},
           {"Application/Json; charset=\"UTF-8\"", true},
           {"application/json; charset=utf-16", false},
           {"application/json;charset=utf-8", true},
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
