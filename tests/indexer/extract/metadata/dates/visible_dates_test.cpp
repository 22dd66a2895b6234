// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates.h"

#include <initializer_list>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::extract;

namespace {

constexpr std::size_t kTitle = 1'000; ///< the position of the title

DateSignal time_element(const char* machine, const char* text = "", std::size_t order = kTitle) {
  DateSignal signal;
  signal.machine = machine;
  signal.text = text;
  signal.is_time_element = true;
  signal.order = order;
  return signal;
}

DateSignal byline_element(const char* text) {
  DateSignal signal;
  signal.text = text;
  signal.order = kTitle;
  return signal;
}

DateSignal microdata(const char* property, const char* machine) {
  DateSignal signal;
  signal.itemprop = property;
  signal.machine = machine;
  signal.order = kTitle;
  return signal;
}

DateContext context() {
  DateContext context;
  context.title_order = kTitle;
  return context;
}

/// What a page with these elements says: "published" or "published, updated", as days or "none".
std::string dates_of(std::initializer_list<DateSignal> elements, Reach reach = Reach::Near) {
  MetadataSignals signals;
  signals.dates = elements;
  DateVote published(Moment{}), updated(Moment{});
  add_date_elements(published, updated, signals, context(), reach);
  const auto day = [](const DateVote& vote) {
    const auto winner = vote.decide();
    return winner ? to_day(winner->date.time) : "none";
  };
  return updated.empty() ? day(published) : day(published) + ", " + day(updated);
}

/// The same with short texts.
std::string dates_in(const char* text, const char* lead = "", std::uint8_t places = 0) {
  MetadataSignals signals;
  signals.short_texts.push_back({text, lead, places, kTitle});
  DateVote published(Moment{}), updated(Moment{});
  add_date_texts(published, updated, signals, context(), Reach::Near);
  if (const auto winner = published.decide()) return to_day(winner->date.time);
  const auto winner = updated.decide();
  return winner ? "updated " + to_day(winner->date.time) : "none";
}

} // namespace

TEST_CASE("visible dates: the attribute of a time element counts, else its text", "[visible_dates]") {
  CHECK(dates_of({time_element("2024-05-01", "May 1")}) == "2024-05-01");
  CHECK(dates_of({time_element("", "May 2, 2024")}) == "2024-05-02");
  CHECK(dates_of({time_element("soon", "May 2, 2024")}) == "2024-05-02");
  CHECK(dates_of({time_element("2024-05-01", "May 9, 2024")}) == "2024-05-01");
  CHECK(dates_of({time_element("2024-05-01", "Published May 9, 2024")}) == "2024-05-09"); // readers see it
  CHECK(dates_of({time_element("2024-05-01", "Published May 2, 2024")}) == "2024-05-01"); // another time zone
  CHECK(dates_of({time_element("", "soon")}) == "none");
}

TEST_CASE("visible dates: the first element of each kind counts", "[visible_dates]") {
  CHECK(dates_of({time_element("2024-05-01"), time_element("2024-06-01"), time_element("2024-06-01")}) == "2024-05-01");
  CHECK(dates_of({byline_element("May 1, 2024"), byline_element("June 1, 2024")}) == "2024-05-01");
  CHECK(dates_of({microdata("datePublished", "2024-05-01"), microdata("datePublished", "2024-06-01")}) == "2024-05-01");
}

TEST_CASE("visible dates: microdata weighs more than a time element, and that more than a class", "[visible_dates]") {
  CHECK(dates_of({time_element("2024-06-01"), microdata("datePublished", "2024-05-01")}) == "2024-05-01");
  CHECK(dates_of({byline_element("June 1, 2024"), time_element("2024-05-01")}) == "2024-05-01");
  CHECK(dates_of({time_element("2024-06-01"), byline_element("Published: May 1, 2024")}) == "2024-05-01"); // a cue
}

TEST_CASE("visible dates: markup and words for a change date the change", "[visible_dates]") {
  CHECK(dates_of({microdata("datePublished", "2024-05-01"), microdata("dateModified", "2024-06-01")}) ==
        "2024-05-01, 2024-06-01");
  CHECK(dates_of({byline_element("Updated June 1, 2024")}) == "none, 2024-06-01");
  DateSignal marked = byline_element("June 1, 2024");
  marked.is_update = true; // by its class
  CHECK(dates_of({marked}) == "none, 2024-06-01");
  marked.text = "Published June 1, 2024"; // what it says counts more
  CHECK(dates_of({marked}) == "2024-06-01");
  DateSignal led = byline_element("June 1, 2024");
  led.lead = "Last updated on";
  CHECK(dates_of({led}) == "none, 2024-06-01");
}

TEST_CASE("visible dates: the date of another thing is not taken for the article's", "[visible_dates]") {
  CHECK(dates_of({byline_element("Member since May 1, 2014")}) == "none");
  DateSignal led = byline_element("May 1, 2014");
  led.lead = "Joined";
  CHECK(dates_of({led}) == "none");
}

TEST_CASE("visible dates: each reach has its places", "[visible_dates]") {
  struct Row {
    std::size_t order;
    int places;
    Reach reach;
    bool is_in_reach;
  };
  const Row rows[] = {
      {kTitle, 0, Reach::Near, true},
      {kTitle - 120, 0, Reach::Near, true},
      {kTitle - 121, 0, Reach::Near, false},
      {kTitle + 400, 0, Reach::Near, true},
      {kTitle + 401, 0, Reach::Near, false},
      {kTitle, kInBoilerplate, Reach::Near, false},
      {kTitle, kInBoilerplate, Reach::NearAnywhere, true},
      {kTitle + 401, 0, Reach::NearAnywhere, false},
      {kTitle + 401, 0, Reach::Page, true},
      {kTitle + 401, kInBoilerplate, Reach::Page, false},
      {kTitle, kInComments, Reach::Near, false},
      {kTitle, kInComments, Reach::NearAnywhere, false},
      {kTitle, kInComments, Reach::Page, false},
      {kTitle, kInComments, Reach::Comments, true},
      {kTitle, 0, Reach::Comments, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.order, row.places, static_cast<int>(row.reach));
    DateSignal signal = time_element("2024-05-01", "", row.order);
    signal.places = static_cast<std::uint8_t>(row.places);
    CHECK((dates_of({signal}, row.reach) != "none") == row.is_in_reach);
  }
}

TEST_CASE("visible dates: microdata counts wherever it is, but not in comments", "[visible_dates]") {
  DateSignal signal = microdata("datePublished", "2024-05-01");
  signal.order = kTitle + 10'000;
  CHECK(dates_of({signal}) == "2024-05-01");
  signal.places = kInBoilerplate;
  CHECK(dates_of({signal}) == "2024-05-01");
  signal.places = kInComments;
  CHECK(dates_of({signal}) == "none");
  DateSignal change = microdata("dateModified", "2024-06-01");
  change.order = kTitle + 10'000;
  CHECK(dates_of({change}) == "none"); // a change of something else
}

TEST_CASE("visible dates: a short text with a day is a date", "[visible_dates]") {
  CHECK(dates_in("May 1, 2024") == "2024-05-01");
  CHECK(dates_in("Ann Lee, May 1, 2024, Berlin") == "2024-05-01");
  CHECK(dates_in("Updated May 1, 2024") == "updated 2024-05-01");
  CHECK(dates_in("May 1, 2024", "Updated on") == "updated 2024-05-01");
  CHECK(dates_in("veröffentlicht am 6.12.06") == "2006-12-06"); // two digits only after such a word
}

TEST_CASE("visible dates: texts that date something else, or no day", "[visible_dates]") {
  CHECK(dates_in("© May 1, 2024") == "none");
  CHECK(dates_in("May 2024") == "none");
  CHECK(dates_in("am 6.12.06") == "none");
  CHECK(dates_in("Member since May 1, 2014") == "none");
  CHECK(dates_in("May 1, 2024", "", kInQuote) == "none");
  CHECK(dates_in("May 1, 2024", "", kInComments) == "none");
  const std::string long_text = "May 1, 2024 " + std::string(108, 'x');
  CHECK(dates_in(long_text.c_str()) == "2024-05-01"); // 120 bytes
  CHECK(dates_in((long_text + "x").c_str()) == "none");
}

TEST_CASE("day shown: a neighbouring day near the title is the site's own", "[visible_dates]") {
  const auto shown = [](const char* moment, const char* text) {
    MetadataSignals signals;
    signals.short_texts.push_back({text, "", 0, kTitle});
    const auto day = day_shown(*parse_rfc3339(moment), signals, context());
    return day ? to_text(*day) : "none";
  };
  CHECK(shown("2024-05-01T23:00:00Z", "May 2, 2024") == "2024-05-02"); // east of Greenwich
  CHECK(shown("2024-05-02T03:00:00Z", "May 1, 2024") == "2024-05-01"); // west of it
  CHECK(shown("2024-05-01T23:00:00Z", "May 1, 2024") == "none");       // the same day
  CHECK(shown("2024-05-01T23:00:00Z", "May 3, 2024") == "none");       // no time zone is so far
  CHECK(shown("2024-05-02T11:59:59Z", "May 1, 2024") == "2024-05-01"); // UTC-12
  CHECK(shown("2024-05-02T12:00:00Z", "May 1, 2024") == "none");
  CHECK(shown("2024-05-01T10:00:00Z", "May 2, 2024") == "2024-05-02"); // UTC+14
  CHECK(shown("2024-05-01T09:59:59Z", "May 2, 2024") == "none");
  CHECK(shown("2024-05-01T23:00:00Z", "Updated May 2, 2024") == "none");
}

TEST_CASE("day shown: the day in the address counts before that in the text", "[visible_dates]") {
  MetadataSignals signals;
  signals.short_texts.push_back({"May 1, 2024", "", 0, kTitle});
  DateContext with_url = context();
  with_url.url = "https://example.org/2024/05/02/title";
  const auto day = day_shown(*parse_rfc3339("2024-05-01T23:00:00Z"), signals, with_url);
  REQUIRE(day);
  CHECK(to_text(*day) == "2024-05-02");
  with_url.url = "https://example.org/2023/05/02/title"; // another article's, or a folder
  CHECK_FALSE(day_shown(*parse_rfc3339("2024-05-01T23:00:00Z"), signals, with_url));
}
