// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates.h"

#include <array>
#include <chrono>
#include <optional>
#include <random>
#include <string>

#include <catch2/catch.hpp>

using trawl::extract::date_in_url;

namespace {

std::string found_in(const std::string& url) {
  const auto date = date_in_url(url);
  return date ? trawl::to_text(*date) : "none";
}

std::string two_digits(unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); }

} // namespace

TEST_CASE("date in url: every day in every form is found again", "[date_in_url]") {
  static constexpr std::array<const char*, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};
  using std::chrono::year_month_day, std::chrono::sys_days, std::chrono::days;
  std::mt19937 random(20240501);
  for (sys_days day = std::chrono::year{1990} / 1 / 1; day < std::chrono::year{2030} / 1 / 1;
       day += days{1 + static_cast<int>(random() % 20)}) {
    const year_month_day date{day};
    const std::string year = std::to_string(static_cast<int>(date.year()));
    const unsigned month = static_cast<unsigned>(date.month()), of_month = static_cast<unsigned>(date.day());
    const std::string expected = year + "-" + two_digits(month) + "-" + two_digits(of_month);
    INFO(expected);
    const std::string site = "https://example.org/";
    CHECK(found_in(site + year + "/" + two_digits(month) + "/" + two_digits(of_month) + "/title") == expected);
    CHECK(found_in(site + "post-" + expected + "-title") == expected);
    CHECK(found_in(site + year + "." + std::to_string(month) + "." + std::to_string(of_month)) == expected);
    CHECK(found_in(site + year + "/" + kMonths[month - 1] + "/" + std::to_string(of_month)) == expected);
    const std::string day_first = two_digits(of_month) + "_" + two_digits(month) + "_" + year;
    CHECK(found_in(site + day_first) == (of_month > 12 ? expected : "none"));
  }
}

TEST_CASE("date in url: impossible days are not dates", "[date_in_url]") {
  CHECK(found_in("https://x.org/2024/02/29/") == "2024-02-29");
  for (const char* path :
       {"2023/02/29", "2024/04/31", "2024/00/10", "2024/10/00", "2024/13/01", "31-02-2024", "0000/01/01"}) {
    CAPTURE(path);
    CHECK(found_in("https://x.org/" + std::string(path)) == "none");
  }
}

TEST_CASE("date in url: years from 1990 to 2100", "[date_in_url]") {
  CHECK(found_in("https://x.org/1989/12/31/") == "none");
  CHECK(found_in("https://x.org/1990/01/01/") == "1990-01-01");
  CHECK(found_in("https://x.org/2100/12/31/") == "2100-12-31");
  CHECK(found_in("https://x.org/2101/01/01/") == "none");
}

TEST_CASE("date in url: both separators are the same, and no digit is beside the date", "[date_in_url]") {
  for (const char* path : {"2024/05-01", "2024-05/01", "2024/05/012", "12024/05/01", "2024/050/1", "2024//05/01",
                           "2024/05/", "2024/may", "2024/maya/1", "2024 05 01"}) {
    CAPTURE(path);
    CHECK(found_in("https://x.org/" + std::string(path)) == "none");
  }
}

TEST_CASE("date in url: the first date counts, even after a number that is not a date", "[date_in_url]") {
  CHECK(found_in("https://x.org/2024/05/01/and/2023/01/01") == "2024-05-01");
  CHECK(found_in("https://x.org/12345/2024/05/01") == "2024-05-01");
  CHECK(found_in("https://x.org/99999999/2024/05/01") == "2024-05-01");
}

TEST_CASE("date in url: the host is not searched, an address without a scheme is", "[date_in_url]") {
  CHECK(found_in("https://2024.05.01.org/") == "none");
  CHECK(found_in("https://2024-05-01.org") == "none");
  CHECK(found_in("x.org/2024/05/01") == "2024-05-01");
  CHECK(found_in("") == "none");
}
