// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/shared/query/query_text.h"

#include <catch2/catch.hpp>

using namespace trawl::query;
using namespace trawl::query::test;

TEST_CASE("field: title holds words, prefixes and phrases", "[query]") {
  CHECK(understood("title:monarch") == "title:monarch");
  CHECK(understood("title:\"flash attention\"") == "title:\"flash attention\"");
  CHECK(understood("title:qu*,a") == "title:qu*,a");
  CHECK(understood("title:\"qu*\"") == "title:qu");
  CHECK(understood("TITLE:a") == "title:a");
  CHECK(parsed("title:a").has_words);
}

TEST_CASE("field: values are alternatives, quoted where they need it", "[query]") {
  CHECK(understood("a OR author:\"Ziyang Li\",x") == "(a OR author:\"Ziyang Li\",x)");
  CHECK(understood("a OR language:EN") == "(a OR lang:en)");
  CHECK(codes("tag:\"\" a") == "empty_value@0");
  CHECK(codes("tag:a, b").empty());
}

TEST_CASE("field: an unknown one is words, and the warning lists the fields", "[query]") {
  CHECK(codes("foo:bar") == "unknown_field@0");
  const auto warned = parsed("published:2023").warnings;
  REQUIRE(warned.size() == 1);
  CHECK(warned.front().message.contains("No field 'published'"));
  CHECK(warned.front().message.contains(" author, date, after, before, since, "));
  CHECK(understood("foo:bar baz") == "(foo AND bar AND baz)");
  CHECK(codes("is:bad") == "unknown_value@0");
  CHECK(understood("is:bad") == "bad");
  CHECK(codes("date:foo") == "bad_date@0");
  CHECK(understood("date:foo") == "foo");
}

TEST_CASE("field: URLs, C++ names and times of day are not fields", "[query]") {
  CHECK(codes("https://a.org/b std::vector 12:30 note: x title:(a)").empty());
}

TEST_CASE("field: properties and dates inside OR stay in the tree", "[query]") {
  CHECK(understood("is:long OR a") == "(is:long OR a)");
  CHECK(understood("a OR date:2026-04") == "(a OR date:2026-04-01..2026-04-30)");
}
