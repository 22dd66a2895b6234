// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/route.h"

#include <set>

#include <catch2/catch.hpp>

using namespace trawl::searchd;

TEST_CASE("route: a path is served by the route of its pattern", "[searchd]") {
  struct Row {
    const char* path;
    const char* name;
  };
  for (const Row& row : {
           Row{"/", "page"},
           {"/healthz", "healthz"},
           {"/readyz", "readyz"},
           {"/metrics", "metrics"},
           {"/openapi.json", "openapi"},
           {"/opensearch.xml", "opensearch"},
           {"/llms.txt", "llms"},
           {"/robots.txt", "robots"},
           {"/page.css", "style"},
           {"/page.js", "script"},
           {"/icon.svg", "icon"},
           {"/v1/search", "search"},
           {"/v1/articles/0123456789abcdef", "article"},
           {"", "none"},
           {"//", "none"},
           {"/healthz/", "none"},
           {"/Healthz", "none"},
           {"/v1", "none"},
           {"/v1/", "none"},
           {"/v2/search", "none"},
           {"/page%2Ecss", "none"},
           {"/../page.css", "none"},
       }) {
    INFO(row.path);
    CHECK(all_routes()[route_of(row.path)].name == row.name);
  }
}

TEST_CASE("route: each name and pattern is there once, and only routes of the API lack a handler", "[searchd]") {
  std::set<std::string_view> names, patterns;
  for (const Route& route : all_routes()) {
    INFO(route.name);
    CHECK(names.insert(route.name).second);
    CHECK(patterns.insert(route.pattern).second);
    CHECK((route.handler == nullptr) == (route.pattern.starts_with("/v1/") || route.pattern.empty()));
  }
  CHECK(all_routes().back().name == "none");
}
