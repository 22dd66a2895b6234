// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/page_state.h"

#include <array>
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

const Moment kBefore{1h}, kNow{2h}, kAgain{3h};
constexpr std::int64_t kTarget = 9;

std::string words_of(const Next& next) {
  constexpr std::array kStates{"new", "stored", "redirect", "not article", "failed"};
  constexpr std::array kLooks{"", ", there", ", missing", ", never there", ", silent", ", redirected"};
  const auto& row = next.row;
  const auto* due = !row.due_at ? "" : *row.due_at == kNow ? " now" : *row.due_at == kAgain ? " again" : " due";
  return kStates.at(static_cast<std::size_t>(row.state)) + std::string(due) +
         kLooks.at(static_cast<std::size_t>(next.look));
}

UrlRow row(UrlState state, std::optional<Moment> due = {}) {
  UrlRow row;
  row.state = state;
  row.target = state == UrlState::Redirect ? 5 : 0;
  row.due_at = due;
  row.stale = true;
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
     {"failed again", "failed again", "stored", "stored again", "redirect again", "not article again", "failed again"}},
    {"postponed in silence",
     {.what = Seen::Postponed, .again = kAgain, .holds_article = true},
     {"failed again, silent", "failed again, silent", "stored, silent", "stored again, silent",
      "redirect again, silent", "not article again, silent", "failed again, silent"}},
    {"not modified",
     {.what = Seen::NotModified},
     {"new, there", "new, there", "stored, there", "stored, there", "redirect, there", "not article, there",
      "failed, there"}},
    {"article", {.what = Seen::Article}, all("stored, there")},
    {"not an article", {.what = Seen::NotArticle}, all("not article")},
    {"stand-in",
     {.what = Seen::StandIn},
     {"new due", "new", "stored", "stored due", "redirect", "not article", "failed due"}},
    {"shown", {.what = Seen::Shown}, {"new due", "new", "stored", "stored due", "new", "not article", "failed due"}},
    {"redirect", {.what = Seen::Redirect, .target = kTarget}, all("redirect")},
    {"redirect of an article",
     {.what = Seen::Redirect, .target = kTarget, .holds_article = true},
     all("redirect, redirected")},
    {"leads here", {.what = Seen::LeadsHere, .now = kNow}, all("new now")},
    {"elsewhere", {.what = Seen::Elsewhere, .target = kTarget}, all("redirect")},
    {"missing",
     {.what = Seen::Missing},
     {"new, missing", "new, missing", "stored, missing", "stored, missing", "redirect, missing", "not article, missing",
      "failed, missing"}},
    {"never there",
     {.what = Seen::NeverThere, .again = kAgain},
     {"failed again, never there", "failed again, never there", "stored, never there", "stored again, never there",
      "redirect again, never there", "failed again, never there", "failed again, never there"}},
    {"failed",
     {.what = Seen::Failed, .again = kAgain},
     {"failed again", "failed again", "stored", "stored again", "redirect again", "failed again", "failed again"}},
    {"failed for an article",
     {.what = Seen::Failed, .again = kAgain, .holds_article = true},
     {"failed again, silent", "failed again, silent", "stored, silent", "stored again, silent",
      "redirect again, silent", "failed again, silent", "failed again, silent"}},
    {"failed for good",
     {.what = Seen::Failed},
     {"failed", "failed", "stored", "stored", "redirect", "failed", "failed"}}};

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
      const auto after = next(page, line.seen).row;
      const auto expected = after.state != UrlState::Redirect ? 0 : line.seen.target != 0 ? kTarget : 5;
      CHECK(after.target == expected);
    }
  }
}

TEST_CASE("page state: what is to be extracted again waits for what is extracted or leads elsewhere", "[crawl]") {
  for (const auto& line : kTable) {
    INFO(line.name);
    const bool is_done = line.seen.what == Seen::Article || line.seen.what == Seen::NotArticle ||
                         line.seen.what == Seen::StandIn || line.seen.what == Seen::Redirect;
    CHECK(next(row(UrlState::Stored), line.seen).row.stale != is_done);
  }
}

TEST_CASE("page state: failures count until the page is there", "[crawl]") {
  for (const auto& line : kTable) {
    INFO(line.name);
    const bool is_over =
        line.seen.what == Seen::Article || line.seen.what == Seen::NotArticle || line.seen.what == Seen::NotModified;
    CHECK(next(row(UrlState::Failed, kBefore), line.seen).row.failures == (is_over ? 0 : 2));
  }
}

} // namespace page_state_test
