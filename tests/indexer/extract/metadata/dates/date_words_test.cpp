// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/date_words.h"

#include <string>

#include <catch2/catch.hpp>

#include "indexer/extract/metadata/dates/date_vote.h"
#include "indexer/extract/metadata/dates/machine_date.h"

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

TEST_CASE("date words: what follows a cue, from the first digit on", "[dates]") {
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

TEST_CASE("machine date: the written day counts, whatever its zone", "[dates]") {
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

TEST_CASE("date vote: dates before the web and after tomorrow are refused", "[dates]") {
  DateVote vote(day("2024-05-01")->time);
  vote.add(day("1989-12-31"), "a", 1);
  vote.add(day("2024-05-03"), "b", 1);
  vote.add(std::nullopt, "c", 1);
  CHECK(vote.empty());
  vote.add(day("2024-05-02"), "d", 1);
  CHECK_FALSE(vote.empty());
}
