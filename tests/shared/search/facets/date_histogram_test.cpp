// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/date_histogram.h"

#include "tests/support/columns_of.h"

#include <random>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

/// Columns with nothing but dates; "" is undated.
trawl::test::MadeColumns dated(const std::vector<std::string>& dates) {
  std::vector<trawl::test::ColumnValues> documents;
  for (const std::string& date : dates) {
    const auto parsed = parse_rfc3339(date);
    auto& values = documents.emplace_back();
    if (!parsed) continue;
    values.published = parsed->time.time_since_epoch().count();
    values.offset = parsed->offset;
  }
  return trawl::test::MadeColumns(documents);
}

DateHistogram histogram(const std::vector<std::string>& dates, DateInterval interval) {
  const trawl::test::MadeColumns made = dated(dates);
  const index::Columns& columns = *made;
  DocSet documents(columns.last_document);
  for (std::uint32_t i = 1; i <= columns.last_document; ++i) documents.add(i);
  return date_histogram(columns, documents, interval);
}

std::string printed(const DateHistogram& histogram) {
  std::string out;
  for (const DateBucket& bucket : histogram.values) out += bucket.value + ":" + std::to_string(bucket.count) + " ";
  return out + "-:" + std::to_string(histogram.missing);
}

} // namespace

TEST_CASE("histogram: buckets follow each other without gaps", "[search][histogram]") {
  CHECK(printed(histogram({"2025-12-31T23:59:59Z", "2026-02-01", "2026-02-28", ""}, DateInterval::Month)) ==
        "2025-12:1 2026-01:0 2026-02:2 -:1");
  CHECK(printed(histogram({"2024-02-28", "2024-03-01T00:00:00Z"}, DateInterval::Day)) ==
        "2024-02-28:1 2024-02-29:0 2024-03-01:1 -:0");
  CHECK(printed(histogram({"2026-04-30T23:30:00-08:00", "2026-05-01T00:30:00+09:00"}, DateInterval::Month)) ==
        "2026-04:1 2026-05:1 -:0"); // by the printed days; in UTC the second is the earlier one, and in April
  CHECK(printed(histogram({"1969-06-01", "1971-01-01"}, DateInterval::Year)) == "1969:1 1970:0 1971:1 -:0");
  CHECK(printed(histogram({}, DateInterval::Day)) == "-:0");
  CHECK(printed(histogram({"", ""}, DateInterval::Auto)) == "-:2");
}

TEST_CASE("histogram: weeks are those of ISO 8601", "[search][histogram]") {
  CHECK(printed(histogram({"2024-12-30", "2025-01-05"}, DateInterval::Week)) == "2025-W01:2 -:0");
  CHECK(printed(histogram({"2026-12-31", "2027-01-03", "2027-01-04"}, DateInterval::Week)) ==
        "2026-W53:2 2027-W01:1 -:0");
  CHECK(printed(histogram({"1969-12-28", "1969-12-29"}, DateInterval::Week)) == "1969-W52:1 1970-W01:1 -:0");
  CHECK(printed(histogram({"2026-04-08"}, DateInterval::Week)) == "2026-W15:1 -:0");
}

TEST_CASE("histogram: auto takes an interval that fits the span", "[search][histogram]") {
  CHECK(histogram({"2026-04-01", "2026-04-30"}, DateInterval::Auto).interval == DateInterval::Day);
  CHECK(histogram({"2026-01-01", "2026-05-30"}, DateInterval::Auto).interval == DateInterval::Week);
  CHECK(histogram({"2024-01-01", "2026-05-30"}, DateInterval::Auto).interval == DateInterval::Month);
  CHECK(histogram({"1974-01-01", "2026-05-30"}, DateInterval::Auto).interval == DateInterval::Year);
}

TEST_CASE("histogram: too many buckets are replaced by a coarser interval, which the answer names",
          "[search][histogram]") {
  const DateHistogram days = histogram({"1974-01-01", "2026-05-30"}, DateInterval::Day);
  CHECK(days.interval == DateInterval::Month);
  CHECK(days.values.size() <= kMaxBuckets);
}

TEST_CASE("histogram: whatever the interval, the counts add up to the documents", "[search][histogram]") {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> dates;
    for (int i = 0; i < 200; ++i) {
      const auto seconds = static_cast<std::int64_t>(random() % 2'000'000'000) - 200'000'000;
      dates.push_back(random() % 10 == 0 ? std::string() : to_rfc3339(Moment(std::chrono::seconds(seconds))));
    }
    for (const auto interval :
         {DateInterval::Auto, DateInterval::Day, DateInterval::Week, DateInterval::Month, DateInterval::Year}) {
      const DateHistogram result = histogram(dates, interval);
      std::size_t sum = result.missing;
      for (const DateBucket& bucket : result.values) sum += bucket.count;
      REQUIRE(sum == dates.size());
      REQUIRE(result.values.front().count > 0);
      REQUIRE(result.values.back().count > 0);
    }
  }
}
