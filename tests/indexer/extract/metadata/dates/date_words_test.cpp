// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>


using namespace trawl;
using namespace trawl::extract;

namespace {

std::string date_text_of(const std::optional<Date>& date) { return date ? to_text(*date) : "none"; }

std::optional<Date> day(const char* text) { return parse_machine_date(text, ""); }

} // namespace

TEST_CASE("date words: the cue before a date, in several languages and any case", "[dates]") {
  CHECK(date_cue("Posted on 3 May") == DateCue::Published);
  CHECK(date_cue("VERÖFFENTLICHT AM 3.5.") == DateCue::Published);
  CHECK(date_cue("Last updated: 3 May") == DateCue::Updated);
  CHECK(date_cue("Letzte Änderung 3.5.") == DateCue::Updated);
  CHECK(date_cue("Member since 2012") == DateCue::Foreign);
  CHECK(date_cue("3 May, updated") == DateCue::None); // the cue is after the digits
  CHECK(date_cue("Monday") == DateCue::None);
}

TEST_CASE("date words: the text after a cue, from the first digit on", "[dates]") {
  CHECK(after_date_cue("veröffentlicht am 6.12.06") == "6.12.06");
  CHECK(after_date_cue("Member since 2012").empty());
  CHECK(after_date_cue("on 6.12.06").empty());
  CHECK(after_date_cue("posted").empty());
}

TEST_CASE("date words: years of the web", "[dates]") {
  CHECK(contains_year("May 2024"));
  CHECK(contains_year("in 1999,"));
  CHECK_FALSE(contains_year("in 1850"));
  CHECK_FALSE(contains_year("20 May"));
  CHECK_FALSE(contains_year("20"));
}

TEST_CASE("machine date: the day as written counts, whatever the zone", "[dates]") {
  CHECK(date_text_of(day("2024-05-01T00:30:00+02:00")) == "2024-05-01");
  CHECK(date_text_of(day("2024-05-01T10:00:00+02:00")) == "2024-05-01T08:00:00Z");
  CHECK(date_text_of(day("no date")) == "none");
  CHECK(date_text_of(swapped_machine_date("2024-05-01", "")) == "none");
}

TEST_CASE("date vote: the day with most weight wins, and all its signals are named", "[dates]") {
  DateVote vote(Moment{});
  CHECK(vote.empty());
  CHECK_FALSE(vote.decide());
  vote.add(day("2024-05-03"), "url", 2.0);
  vote.add(day("2024-05-01"), "meta", 1.8);
  vote.add(day("2024-05-01"), "time", 1.3);
  const auto winner = vote.decide();
  REQUIRE(winner);
  CHECK(date_text_of(winner->date) == "2024-05-01");
  CHECK(winner->from == "meta, time");
}

TEST_CASE("date vote: the most precise date of the winning day is taken", "[dates]") {
  DateVote vote(Moment{});
  vote.add(day("2024-05-01"), "meta", 3.0);
  vote.add(day("2024-05-01T10:00:00Z"), "time", 1.0);
  CHECK(date_text_of(vote.decide()->date) == "2024-05-01T10:00:00Z");
}

TEST_CASE("date vote: a neighbouring day supports a little, the same signal not twice", "[dates]") {
  DateVote vote(Moment{});
  vote.add(day("2024-05-10"), "a", 2.0);
  vote.add(day("2024-05-01"), "b", 1.9);
  vote.add(day("2024-05-02"), "c", 1.0); // 1.9 + 0.2
  CHECK(date_text_of(vote.decide()->date) == "2024-05-01");
  vote.add(day("2024-05-10"), "a", 2.0); // no second vote of the same signal
  CHECK(date_text_of(vote.decide()->date) == "2024-05-01");
}

TEST_CASE("date vote: dates before the web and after tomorrow are rejected", "[dates]") {
  DateVote vote(day("2024-05-01")->time);
  vote.add(day("1989-12-31"), "a", 1);
  vote.add(day("2024-05-03"), "b", 1);
  vote.add(std::nullopt, "c", 1);
  CHECK(vote.empty());
  vote.add(day("2024-05-02"), "d", 1);
  CHECK_FALSE(vote.empty());
}

TEST_CASE("date words: the cue of another thing's date counts before the others", "[dates]") {
  CHECK(date_cue("Registered, last updated 3 May") == DateCue::Foreign);
  CHECK(date_cue("Published, updated 3 May") == DateCue::Updated);
  CHECK(date_cue("") == DateCue::None);
  CHECK(date_cue("2024") == DateCue::None);
  CHECK(date_cue("Posted") == DateCue::Published); // without a digit all of the text is before it
}

TEST_CASE("date words: accents and scripts", "[dates]") {
  CHECK(date_cue("Mis à jour le 3 mai") == DateCue::Updated);
  CHECK(date_cue("Päivitetty 3.5.") == DateCue::Updated);
  CHECK(date_cue("更新于 2024年") == DateCue::Updated);
  CHECK(date_cue("Обновлено 3 мая") == DateCue::Updated);
  CHECK(date_cue("发布时间：2024") == DateCue::Published);
  CHECK(date_cue("ОПУБЛИКОВАНО 3 мая") == DateCue::Published);
  CHECK(date_cue("Publié le 3 mai") == DateCue::Published);
}

TEST_CASE("date metas: names are in lower case, none twice, weights positive", "[dates]") {
  std::set<std::string_view> names;
  const auto check = [&](const DateMeta& meta) {
    CAPTURE(meta.name);
    CHECK(names.insert(meta.name).second);
    CHECK(std::ranges::none_of(meta.name, [](char c) { return c >= 'A' && c <= 'Z'; }));
    CHECK(meta.weight > 0);
  };
  std::ranges::for_each(kPublishedMetas, check);
  std::ranges::for_each(kUpdatedMetas, check);
}

TEST_CASE("machine date: the swapped date has day and month in the other order", "[dates]") {
  CHECK(date_text_of(parse_machine_date("03/04/2024", "en")) == "2024-03-04");
  CHECK(date_text_of(swapped_machine_date("03/04/2024", "en")) == "2024-04-03");
  CHECK(date_text_of(parse_machine_date("03/04/2024", "de")) == "2024-04-03");
  CHECK(date_text_of(swapped_machine_date("03/04/2024", "de")) == "2024-03-04");
  CHECK(date_text_of(swapped_machine_date("25/04/2024", "en")) == "none"); // 25 is no month
}

TEST_CASE("machine date: a moment west of Greenwich keeps its written day", "[dates]") {
  CHECK(date_text_of(day("2024-05-01T20:00:00-08:00")) == "2024-05-01");
  CHECK(date_text_of(day("2024-05-01T10:00:00-08:00")) == "2024-05-01T18:00:00Z");
}

TEST_CASE("date vote: a swapped date has half the weight", "[dates]") {
  DateVote vote(Moment{});
  vote.add_machine("03/04/2024", "en", "a", 2.0);
  CHECK(date_text_of(vote.decide()->date) == "2024-03-04");
  vote.add(day("2024-04-03"), "b", 1.6); // and half of the swapped date's 1.0
  CHECK(date_text_of(vote.decide()->date) == "2024-04-03");
}

TEST_CASE("date vote: a winner is known only in UTC if all signals of its day are", "[dates]") {
  for (const char* utc : {"2024-05-01T10:00:00Z", "2024-05-01T10:00:00+00:00", "2024-05-01T10:00:00+0000"}) {
    CAPTURE(utc);
    DateVote vote(Moment{});
    vote.add_machine(utc, "", "a", 2.0);
    CHECK(vote.decide()->is_utc);
    vote.add_machine("2024-05-01T12:00:00+02:00", "", "b", 1.0);
    CHECK_FALSE(vote.decide()->is_utc);
  }
  DateVote vote(Moment{});
  vote.add_machine("2024-05-01T10:00:00Z", "", "a", 2.0);
  vote.add(day("2024-04-30"), "b", 1.0); // another day does not matter
  CHECK(vote.decide()->is_utc);
}

TEST_CASE("date vote: a moment is preferred to its day, and the first of two moments", "[dates]") {
  DateVote vote(Moment{});
  vote.add(day("2024-05-01T10:00:00Z"), "a", 1.0);
  vote.add(day("2024-05-01T12:00:00Z"), "b", 1.0);
  vote.add(day("2024-05-01"), "c", 1.0);
  CHECK(date_text_of(vote.decide()->date) == "2024-05-01T10:00:00Z");
  CHECK(vote.decide()->from == "a, b, c");
}

TEST_CASE("date vote: a day after now is accepted to the second", "[dates]") {
  const Moment now = day("2024-05-01T10:00:00Z")->time;
  DateVote vote(now);
  vote.add(Date{now + std::chrono::days{1} + std::chrono::seconds{1}, DatePrecision::Second}, "a", 1);
  CHECK(vote.empty());
  vote.add(Date{now + std::chrono::days{1}, DatePrecision::Second}, "a", 1);
  CHECK_FALSE(vote.empty());
  DateVote first(Moment{});
  first.add(day("1990-01-01"), "a", 1);
  CHECK_FALSE(first.empty());
}
