// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/names.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <unicode/dtfmtsym.h>

#include "shared/text/dates/tokens.h"

using namespace trawl::text::dates;

namespace {

/// The twelve names of the months as CLDR writes them inside a date, without an article ("de gener"), folded.
std::vector<std::string> cldr_months(const char* language) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::DateFormatSymbols symbols(icu::Locale(language), status);
  std::int32_t count = 0;
  const icu::UnicodeString* const names =
      symbols.getMonths(count, icu::DateFormatSymbols::FORMAT, icu::DateFormatSymbols::WIDE);
  std::vector<std::string> out;
  for (std::int32_t i = 0; i < count; ++i) {
    std::string name;
    out.push_back(tokenize(names[i].toUTF8String(name)).back().word);
  }
  return out;
}

} // namespace

TEST_CASE("date names: the full month names of the Unicode CLDR are known in every language of the table", "[date]") {
  for (const char* language :
       {"en", "de", "fr", "es", "it", "pt", "ca", "nl", "pl", "cs", "sk", "sl", "hr", "ru", "uk", "bg", "tr",
        "sv", "da", "no", "is", "fi", "et", "lv", "lt", "hu", "ro", "el", "id", "ms", "ar", "he", "hi"}) {
    const auto names = cldr_months(language);
    REQUIRE(names.size() == 12);
    for (unsigned month = 1; month <= 12; ++month) {
      const std::string& name = names.at(month - 1);
      INFO(language << ' ' << name);
      CHECK(month_of(name, language) == month);
    }
  }
}

TEST_CASE("date names: where a name means two months, the language decides", "[date]") {
  struct Row {
    std::string_view name, language;
    unsigned month;
  };
  for (const Row& row : std::vector<Row>{{"listopad", "pl", 11},
                                         {"listopad", "cs", 11},
                                         {"listopad", "hr", 10},
                                         {"listopad", "hr-HR", 10},
                                         {"listopada", "hr", 10},
                                         {"listopada", "pl", 11},
                                         {"srpen", "cs", 8},
                                         {"may", "xx", 5}, // an unknown language: the first meaning
                                         {"may", "", 5}}) {
    INFO(row.name << ' ' << row.language);
    CHECK(month_of(row.name, row.language) == row.month);
  }
  for (const char* word : {"", "ma", "mayy", "monday", "April"}) { // names are compared folded
    INFO(word);
    CHECK_FALSE(month_of(word));
  }
}

TEST_CASE("date names: abbreviated zones have their offset from UTC", "[date]") {
  struct Row {
    std::string_view name;
    int minutes;
  };
  // RFC 5322 §4.3 gives the first ten.
  for (const Row& row : std::vector<Row>{{"ut", 0},     {"gmt", 0},    {"est", -300}, {"edt", -240}, {"cst", -360},
                                         {"cdt", -300}, {"mst", -420}, {"mdt", -360}, {"pst", -480}, {"pdt", -420},
                                         {"z", 0},      {"utc", 0},    {"cet", 60},   {"cest", 120}, {"bst", 60},
                                         {"msk", 180},  {"ist", 330},  {"jst", 540},  {"kst", 540},  {"acst", 570},
                                         {"aest", 600}, {"aedt", 660}, {"nzdt", 780}, {"nst", -210}, {"hst", -600}}) {
    INFO(row.name);
    CHECK(zone_offset(row.name) == std::chrono::minutes{row.minutes});
    CHECK(seasonal_zone(row.name).empty());
  }
  for (const char* name : {"", "EST", "xst", "pt"}) CHECK_FALSE(zone_offset(name));
}

TEST_CASE("date names: abbreviations without a season mean zones with rules", "[date]") {
  CHECK(seasonal_zone("pt") == "America/Los_Angeles");
  CHECK(seasonal_zone("et") == "America/New_York");
  CHECK(seasonal_zone("ct") == "America/Chicago");
  CHECK(seasonal_zone("mountain") == "America/Denver");
  CHECK(seasonal_zone("x").empty());
  CHECK(seasonal_zone("").empty());
}

TEST_CASE("date names: the order of day and month is that of the language's region", "[date]") {
  struct Row {
    std::string_view language;
    DayOrder order;
  };
  for (const Row& row : std::vector<Row>{{"en", DayOrder::MonthFirst},
                                         {"en-US", DayOrder::MonthFirst},
                                         {"EN_us", DayOrder::MonthFirst},
                                         {"en-PH", DayOrder::MonthFirst},
                                         {"fil", DayOrder::MonthFirst},
                                         {"en-GB", DayOrder::DayFirst},
                                         {"en-AU", DayOrder::DayFirst},
                                         {"de", DayOrder::DayFirst},
                                         {"fr-CA", DayOrder::DayFirst},
                                         {"ja", DayOrder::Unknown},
                                         {"zh-Hans", DayOrder::Unknown},
                                         {"ko-KR", DayOrder::Unknown},
                                         {"hu", DayOrder::Unknown},
                                         {"", DayOrder::Unknown},
                                         {"e", DayOrder::Unknown}}) {
    INFO(row.language);
    CHECK(day_order(row.language) == row.order);
  }
}

TEST_CASE("date names: the short words of dates and times", "[date]") {
  for (const char* word : {"st", "nd", "rd", "th", "er", "o"}) CHECK(is_ordinal_suffix(word));
  for (const char* word : {"de", "of", "del", "the"}) CHECK(is_date_link(word));
  for (const char* word : {"t", "at", "um", "kl", "a"}) CHECK(is_time_link(word));
  for (const char* word : {"", "april", "x", "and"}) {
    INFO(word);
    CHECK_FALSE(is_ordinal_suffix(word));
    CHECK_FALSE(is_date_link(word));
    CHECK_FALSE(is_time_link(word));
  }
}
