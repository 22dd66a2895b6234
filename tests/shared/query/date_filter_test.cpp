// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/date_filter.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::query;

namespace {

const Moment kNow = parse_rfc3339("2026-04-20T12:00:00Z")->time;

std::string text_of(const std::optional<DateRange>& range) {
  if (!range) return "none";
  return (range->after ? to_rfc3339(*range->after) : "") + ".." + (range->before ? to_rfc3339(*range->before) : "");
}

std::string range(std::string_view field, std::string_view value) {
  return text_of(parse_date_filter(field, value, kNow));
}

} // namespace

TEST_CASE("dates: every form becomes a range", "[query]") {
  CHECK(range("date", "2026-04") == "2026-04-01T00:00:00Z..2026-05-01T00:00:00Z");
  CHECK(range("date", "2026") == "2026-01-01T00:00:00Z..2027-01-01T00:00:00Z");
  CHECK(range("date", "2026-01..2026-03") == "2026-01-01T00:00:00Z..2026-04-01T00:00:00Z");
  CHECK(range("date", "2026-02-28") == "2026-02-28T00:00:00Z..2026-03-01T00:00:00Z");
  CHECK(range("date", "2024-02-29") == "2024-02-29T00:00:00Z..2024-03-01T00:00:00Z");
  CHECK(range("date", "2026-W01") == "2025-12-29T00:00:00Z..2026-01-05T00:00:00Z");
  CHECK(range("date", "today") == "2026-04-20T00:00:00Z..2026-04-21T00:00:00Z");
  CHECK(range("date", ">=2026-04-01") == "2026-04-01T00:00:00Z..");
  CHECK(range("date", ">2026-03") == "2026-04-01T00:00:00Z..");
  CHECK(range("date", "<=2026-03") == "..2026-04-01T00:00:00Z");
  CHECK(range("date", "<2026") == "..2026-01-01T00:00:00Z");
  CHECK(range("date", "=2026-03") == "2026-03-01T00:00:00Z..2026-04-01T00:00:00Z");
  CHECK(range("date", "..2025") == "..2026-01-01T00:00:00Z");
  CHECK(range("since", "7d") == "2026-04-13T12:00:00Z..");
  CHECK(range("since", "36h") == "2026-04-19T00:00:00Z..");
  CHECK(range("since", "2w") == "2026-04-06T12:00:00Z..");
  CHECK(range("since", "yesterday") == "2026-04-19T00:00:00Z..");
  CHECK(range("after", "2026-02") == "2026-02-01T00:00:00Z..");
  CHECK(range("before", "2026-03-05") == "..2026-03-05T00:00:00Z");
}

TEST_CASE("dates: what is not a date gives no range", "[query]") {
  for (const char* bad : {"", "foo", "2026-13", "2026-00", "2026-02-30", "2026-W54", "2026-W00", "7x", "-1", "..", ">",
                          ">=", "2026-03..foo", "1234567d"}) {
    INFO(bad);
    CHECK(range("date", bad) == "none");
  }
  CHECK(range("date", "2026-03..2026-01") == "none");
  CHECK(range("since", "2026-01..2026-03") == "none");
}

TEST_CASE("dates: the intersection of ranges takes the tighter bounds", "[query]") {
  const DateRange a = *parse_period("2026", kNow), b = *parse_date_filter("date", ">=2026-04", kNow);
  CHECK(text_of(intersection(a, b)) == "2026-04-01T00:00:00Z..2027-01-01T00:00:00Z");
  CHECK(intersection(a, b) == intersection(b, a));
  CHECK(intersection(a, {}) == a);
  CHECK(a.contains(kNow));
  CHECK_FALSE(a.contains(*a.before));
}
