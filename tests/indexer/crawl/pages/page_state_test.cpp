// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_state.h"

#include "indexer/crawl/frontier/schedule.h"

#include <array>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace page_state_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;
using store::UrlRow;
using store::UrlState;

namespace {

const Moment kToday = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};
const Moment kBefore{1h}, kNow{2h}, kAgain{3h};
constexpr std::int64_t kTarget = 9;

std::string words_of(const UrlRow& row) {
  constexpr std::array kStates{"new", "stored", "redirect", "not article", "failed"};
  const auto* due = !row.due_at ? "" : *row.due_at == kNow ? " now" : *row.due_at > kNow ? " later" : " due";
  return kStates.at(static_cast<std::size_t>(row.state)) + std::string(due);
}

UrlRow row(UrlState state, std::optional<Moment> due = {}) {
  UrlRow row;
  row.state = state;
  row.target = state == UrlState::Redirect ? 5 : 0;
  row.due_at = due;
  row.failures = 2;
  return row;
}

/// In the order of the columns below.
const std::vector<std::pair<std::string, UrlRow>> kPages{
    {"new", row(UrlState::New, kBefore)},      {"remembered", row(UrlState::New)},
    {"stored", row(UrlState::Stored)},         {"to be fetched again", row(UrlState::Stored, kBefore)},
    {"redirect", row(UrlState::Redirect)},     {"not article", row(UrlState::NotArticle)},
    {"failed", row(UrlState::Failed, kBefore)}};

struct Line {
  std::string name;
  Observation seen;
  std::array<std::string, 7> becomes;
};

std::array<std::string, 7> all(const std::string& words) { return {words, words, words, words, words, words, words}; }

const std::vector<Line> kTable{
    {"named",
     {.what = Seen::Named, .now = kNow},
     {"new now", "new now", "stored now", "stored now", "redirect now", "not article now", "failed now"}},
    {"remembered", {.what = Seen::Remembered}, {"new", "new", "stored", "stored", "redirect", "not article", "failed"}},
    {"postponed",
     {.what = Seen::Postponed, .again = kAgain},
     {"failed later", "failed later", "stored", "stored later", "redirect later", "not article later", "failed later"}},
    {"not modified",
     {.what = Seen::NotModified},
     {"new", "new", "stored", "stored", "redirect", "not article", "failed"}},
    {"article", {.what = Seen::Article}, all("stored")},
    {"not an article", {.what = Seen::NotArticle}, all("not article")},
    {"shown", {.what = Seen::Shown}, {"new due", "new", "stored", "stored due", "new", "not article", "failed due"}},
    {"redirect", {.what = Seen::Redirect, .target = kTarget}, all("redirect")},
    {"leads here", {.what = Seen::LeadsHere, .now = kNow}, all("new now")},
    {"elsewhere", {.what = Seen::Elsewhere, .target = kTarget}, all("redirect")},
    {"missing", {.what = Seen::Missing}, {"new", "new", "stored", "stored", "redirect", "not article", "failed"}},
    {"never there",
     {.what = Seen::NeverThere, .now = kNow},
     {"failed", "failed", "stored", "stored", "redirect", "failed", "failed"}},
    {"failed",
     {.what = Seen::Failed, .now = kNow},
     {"failed later", "failed later", "stored", "stored later", "redirect later", "failed later", "failed later"}}};

} // namespace

TEST_CASE("page state: what becomes of each page with each observation", "[crawl]") {
  for (const auto& line : kTable) {
    for (std::size_t i = 0; i < kPages.size(); ++i) {
      INFO(line.name << ", of a page that was " << kPages[i].first);
      CHECK(words_of(next(kPages[i].second, line.seen)) == line.becomes[i]);
    }
  }
}

TEST_CASE("page state: only what redirects has a target, and it stays while nothing else is seen", "[crawl]") {
  for (const auto& line : kTable) {
    for (const auto& [name, page] : kPages) {
      INFO(line.name << ", of a page that was " << name);
      const auto after = next(page, line.seen);
      const auto expected = after.state != UrlState::Redirect ? 0 : line.seen.target != 0 ? kTarget : 5;
      CHECK(after.target == expected);
    }
  }
}

TEST_CASE("page state: failures count until the page is there", "[crawl]") {
  for (const auto& line : kTable) {
    INFO(line.name);
    const bool is_over =
        line.seen.what == Seen::Article || line.seen.what == Seen::NotArticle || line.seen.what == Seen::NotModified;
    const bool is_failure = line.seen.what == Seen::NeverThere || line.seen.what == Seen::Failed;
    CHECK(next(row(UrlState::Failed, kBefore), line.seen).failures == (is_over ? 0 : is_failure ? 3 : 2));
  }
}

TEST_CASE("page state: a page is asked for during some weeks, each time later, and when its server says", "[crawl]") {
  UrlRow page;
  page.url = "https://a.example/1";
  const Observation failed{.what = Seen::Failed, .now = kToday, .retry_after = 7200s};
  CHECK(next(page, failed).due_at == kToday + 7200s);
  const std::chrono::minutes rounds = GENERATE(24 * 60min, 1min); // between crawls
  Moment now = kToday;
  std::chrono::seconds pause{0};
  for (int asked = 1;; ++asked) {
    REQUIRE(asked < 20);
    page = next(page, {.what = Seen::Failed, .now = now});
    if (!page.due_at) break;
    CHECK(*page.due_at - now >= pause);
    CHECK(*page.due_at <= now + kLongestSchedule);
    pause = *page.due_at - now;
    now += std::max<std::chrono::seconds>(pause, rounds);
  }
  CHECK(now >= kToday + 15 * 24h);
  CHECK(now <= kToday + 35 * 24h);
}

namespace {

/// Of a page that was stored long ago.
store::Recheck plan(std::optional<Moment> due = kToday) {
  return {.url = 7, .due_at = due, .checked_at = kToday - 40 * 24h};
}

store::Recheck missed() {
  auto found = plan();
  found.misses = 1;
  found.missed_at = kToday - 24h;
  return found;
}

store::Recheck silent() {
  auto found = plan();
  found.missed_at = kToday - 12 * 24h;
  return found;
}

store::Recheck gone() {
  auto found = missed();
  found.misses = 2;
  found.gone_since = kToday - 24 * 24h;
  return found;
}

/// In the order of the columns below.
const std::vector<std::pair<std::string, store::Recheck>> kPlans{
    {"not stored yet", {.url = 7}}, {"there", plan()},    {"there, and announced", plan(store::kNow)},
    {"missed", missed()},           {"silent", silent()}, {"gone", gone()}};

struct PlanLine {
  std::string name;
  Sighting seen;
  std::array<std::string, 6> becomes;
};

std::array<std::string, 6> all_plans(const std::string& words) { return {words, words, words, words, words, words}; }

const std::vector<PlanLine> kPlanTable{{"there", // half its age, a share of it at first; by this address a little more
                                        {.sign = Sign::There, .since = kToday - 80 * 24h},
                                        {"there after 730 h", "there after 1015 h", "there after 1015 h",
                                         "there after 1015 h", "there after 1015 h", "there after 1015 h"}},
                                       {"there, of an article of years ago", // three months
                                        {.sign = Sign::There, .since = kToday - 2'000 * 24h},
                                        {"there after 1642 h", "there after 2285 h", "there after 2285 h",
                                         "there after 2285 h", "there after 2285 h", "there after 2285 h"}},
                                       {"missing",
                                        {.sign = Sign::Missing},
                                        {"missed 1 after 20 h", "missed 1 after 20 h", "missed 1 after 20 h",
                                         "missed 2 after 20 h", "missed 1 after 20 h", "gone, missed 3 after 288 h"}},
                                       {"withdrawn",
                                        {.sign = Sign::Withdrawn},
                                        {"gone after 48 h", "gone after 48 h", "gone after 48 h",
                                         "gone, missed 1 after 48 h", "gone after 48 h", "gone, missed 2 after 48 h"}},
                                       {"silent",
                                        {.sign = Sign::Silent},
                                        {"silent after 20 h", "silent after 20 h", "silent after 20 h",
                                         "missed 1 after 20 h", "silent after 72 h", "gone, missed 3 after 288 h"}},
                                       {"unsettled",
                                        {.sign = Sign::Unsettled, .since = kToday},
                                        {"new after 20 h", "there after 20 h", "there after 20 h",
                                         "missed 1 after 20 h", "silent after 20 h", "gone, missed 3 after 288 h"}},
                                       {"unsettled for long",
                                        {.sign = Sign::Unsettled, .since = kToday - 480h},
                                        {"new after 30 h", "there after 30 h", "there after 30 h",
                                         "missed 1 after 30 h", "silent after 30 h", "gone, missed 3 after 288 h"}},
                                       {"followed", {.sign = Sign::Followed}, all_plans("gone")},
                                       {"departed", {.sign = Sign::Departed}, all_plans("gone after 720 h")},
                                       {"left", {.sign = Sign::Left}, all_plans("new after 720 h")},
                                       {"unborn",
                                        {.sign = Sign::Unborn, .failures = 3},
                                        {"new after 80 h", "there after 80 h", "there after 80 h",
                                         "missed 1 after 80 h", "silent after 80 h", "gone, missed 2 after 80 h"}},
                                       {"unborn for months",
                                        {.sign = Sign::Unborn, .failures = 7},
                                        {"new", "there", "there", "missed 1", "silent", "gone, missed 2"}},
                                       {"announced",
                                        {.sign = Sign::Announced},
                                        {"new, announced", "there, announced", "there, announced",
                                         "missed 1, announced", "silent, announced", "gone, missed 2, announced"}},
                                       {"mentioned",
                                        {.sign = Sign::Mentioned},
                                        {"new after 0 h", "there after 0 h", "there, announced", "missed 1 after 0 h",
                                         "silent after 0 h", "gone, missed 2 after 0 h"}}};

std::string words_of(const store::Recheck& plan) {
  std::string words = plan.gone_since ? "gone" : "";
  if (plan.misses > 0) words += (words.empty() ? "missed " : ", missed ") + std::to_string(plan.misses);
  if (words.empty()) words = plan.missed_at != Moment{} ? "silent" : plan.checked_at != Moment{} ? "there" : "new";
  if (!plan.due_at) return words;
  if (*plan.due_at == store::kNow) return words + ", announced";
  return words + " after " + std::to_string(std::chrono::floor<std::chrono::hours>(*plan.due_at - kToday).count()) +
         " h";
}

} // namespace

TEST_CASE("page state: what becomes of each plan with each sign", "[crawl]") {
  for (const auto& line : kPlanTable) {
    for (std::size_t i = 0; i < kPlans.size(); ++i) {
      INFO(line.name << ", of a page that was " << kPlans[i].first);
      auto seen = line.seen;
      seen.now = kToday;
      const auto after = next(kPlans[i].second, seen);
      CHECK(words_of(after) == line.becomes[i]);
      CHECK(after.url == 7);
    }
  }
}

TEST_CASE("page state: a page that nobody answers for a month is abandoned, also one that was missing before",
          "[crawl]") {
  for (const auto& [name, plan] : kPlans) {
    if (plan.gone_since) continue;
    INFO(name);
    const auto last = next(plan, {.sign = Sign::Silent, .now = kToday});
    CHECK_FALSE(is_abandoned(last, kToday));
    CHECK(is_abandoned(next(last, {.sign = Sign::Silent, .now = kToday + 30 * 24h}), kToday + 30 * 24h));
  }
}

TEST_CASE("page state: what is withdrawn is asked for the more rarely the longer it is gone", "[crawl]") {
  auto page = next(missed(), {.sign = Sign::Withdrawn, .now = kToday});
  int looks = 0;
  for (Moment now = kToday; now < kToday + 120 * 24h; now += 24h) {
    if (*page.due_at > now) continue;
    page = next(page, {.sign = Sign::Missing, .now = now});
    ++looks;
  }
  CHECK(looks >= 7);
  CHECK(looks <= 12);
}

TEST_CASE("page state: pages that were stored together are first looked at one after the other", "[crawl]") {
  std::set<Moment> looks;
  for (int i = 0; i < 64; ++i) {
    const auto url = std::to_string(i);
    looks.insert(*next(store::Recheck{}, {.now = kToday, .since = kToday - 365 * 24h, .url = url}).due_at);
  }
  CHECK(looks.size() > 32);
  CHECK(*looks.begin() == kToday + kNextLook);
  CHECK(*looks.rbegin() > kToday + 30 * 24h);
}

TEST_CASE("page state: a source of 500 articles costs a few requests a day", "[crawl][life]") {
  std::vector<store::Recheck> pages(500);
  std::vector<int> looks(3);
  for (int day = 0; day < 270; ++day) {
    const Moment now = kToday + std::chrono::days(day);
    for (std::size_t i = 0; i < pages.size(); ++i) {
      store::Recheck& page = pages[i];
      const Moment since = kToday - std::chrono::days(3 * i); // one every three days
      if (page.due_at && *page.due_at > now) continue;
      ++looks[static_cast<std::size_t>(day) / 90];
      const auto url = std::to_string(i);
      page = next(page, {.sign = Sign::There, .now = now, .since = since, .url = url});
    }
  }
  CHECK(looks[1] / 90 <= 12);
  CHECK(looks[2] / 90 <= 8);
  CHECK(looks[2] / 90 >= 4);
}

} // namespace page_state_test
