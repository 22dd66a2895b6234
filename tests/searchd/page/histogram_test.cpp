// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_view.h"
#include "tests/shared/api/fake_engine.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::searchd;

namespace histogram_test {

/// The histogram of these months under a date filter; an empty end is open.
std::string histogram(std::vector<search::DateBucket> months, const std::string& after = "",
                      const std::string& before = "") {
  const api::Parameters parameters{{"q", "a"}};
  const search::SearchRequest request;
  search::SearchResponse response;
  response.dates = search::DateHistogram{search::DateInterval::Month, std::move(months), 0};
  if (!after.empty()) response.filters.dates.after = test::moment(after);
  if (!before.empty()) response.filters.dates.before = test::moment(before);
  return render_histogram({parameters, request, response, "", test::moment("2026-04-21T12:00:00Z")});
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

const std::vector<search::DateBucket> kThreeYears{{"2024-12", 2}, {"2025-01", 0}, {"2025-06", 5}, {"2026-04", 1}};

} // namespace histogram_test
using namespace histogram_test;

TEST_CASE("histogram: several years are shown as years, one year as its twelve months", "[page]") {
  const std::string years = histogram(kThreeYears);
  CHECK(count(years, "<li") == 3);
  CHECK(years.contains("title=\"2025: 5 articles\""));
  const std::string months = histogram({{"2026-03", 1}, {"2026-04", 3}});
  CHECK(count(months, "<li") == 12);
  CHECK(months.contains("title=\"March 2026: 1 article\""));
  CHECK(histogram({}).empty());
}

TEST_CASE("histogram: a click on a year shows its months", "[page]") {
  CHECK(histogram(kThreeYears).contains("href=\"/?q=a&amp;after=2025-01-01&amp;before=2026-01-01#filters\""));
  const std::string months = histogram(kThreeYears, "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z");
  CHECK(count(months, "<li") == 12);
  CHECK(months.contains("Published in 2025"));
  CHECK(months.contains("href=\"/?q=a&amp;after=2025-06-01&amp;before=2025-07-01#filters\""));
  CHECK(months.contains(">All years</a>"));
  CHECK_FALSE(months.contains("aria-current"));
}

TEST_CASE("histogram: the chosen bar is marked, and its year stays linked", "[page]") {
  const std::string month = histogram(kThreeYears, "2025-06-01T00:00:00Z", "2025-07-01T00:00:00Z");
  CHECK(count(month, "class=\"chosen\"") == 1);
  CHECK(month.contains("title=\"June 2025: 5 articles\" aria-current=\"true\""));
  CHECK(month.contains("before=2026-01-01#filters\">All of 2025</a>"));
  // A filter over two years marks both.
  const std::string years = histogram(kThreeYears, "2025-06-01T00:00:00Z", "2026-02-01T00:00:00Z");
  CHECK(count(years, "<li") == 3);
  CHECK(count(years, "class=\"chosen\"") == 2);
  // "since" ends now.
  CHECK(histogram(kThreeYears, "2026-04-14T00:00:00Z").contains("April 2026: 1 article\" aria-current"));
  // A month in which nothing was found is marked too.
  CHECK(count(histogram(kThreeYears, "2025-02-01T00:00:00Z", "2025-03-01T00:00:00Z"), "class=\"chosen\"") == 1);
}

TEST_CASE("histogram: the twelve newest years are shown", "[page]") {
  std::vector<search::DateBucket> months;
  for (int year = 2005; year <= 2026; ++year) months.push_back({std::to_string(year) + "-05", 1});
  const std::string html = histogram(months);
  CHECK(count(html, "<li") == 12);
  CHECK(html.contains("2015: 1 article"));
  CHECK_FALSE(html.contains("2014: 1 article"));
  // Buckets are years where there would be too many months.
  CHECK(histogram({{"1900", 1}, {"2026", 1}}).contains("2026: 1 article"));
}
