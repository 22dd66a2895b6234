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
