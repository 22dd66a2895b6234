// SPDX-License-Identifier: GPL-3.0-or-later
// What is believed of the pages that a source shows.
#include "indexer/crawl/pages/acceptance.h"

#include "indexer/crawl/pages/pending_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "tests/support/temporary_directory.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace acceptance_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace std::chrono_literals;

namespace {

const Moment kToday = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

std::string words(const std::string& stem, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += stem + std::to_string(i) + ' ';
  return text;
}

Article article(const std::string& title, const std::string& text) {
  Article one;
  one.title = title;
  one.text = text;
  one.words = static_cast<std::size_t>(std::ranges::count(text, ' '));
  return one;
}

/// An address that shows this now, and did `ago` before.
Showing showing(Change change, const std::string& title, const std::string& text, std::chrono::hours ago = 0h) {
  static std::int64_t last = 0;
  identity::ExtractedArticle extracted;
  extracted.article = article(title, text);
  auto one = Showing::of(++last, change, extracted, kToday);
  one.since = kToday - ago;
  return one;
}

std::vector<Belief> judged(const std::vector<Showing>& showings, std::size_t articles = 100) {
  return believe(showings, articles);
}

const std::string kCheck = "We are making sure that you are not a robot. This takes a moment.";

} // namespace

TEST_CASE("acceptance: how a page differs from its article", "[crawl]") {
  const auto before = article("One", words("a", 200));
  CHECK(change_of(before, before) == Change::None);
  CHECK(change_of(before, article("One", words("a", 190))) == Change::Edit);
  CHECK(change_of(before, article("Another", words("a", 190))) == Change::Edit);
  CHECK(change_of(before, article("One", words("b", 60))) == Change::Rewrite);
  CHECK(change_of(before, article("One", words("a", 60) + "Subscribe to read on")) == Change::Beginning);
  CHECK(change_of(before, article("Another", words("b", 200))) == Change::Unlike);
  CHECK(change_of(before, article("One", "")) == Change::Unlike);
}

TEST_CASE("acceptance: what is unlike its article is believed on the second day, an edit at once", "[crawl]") {
  CHECK(judged({showing(Change::Edit, "One", words("a", 100))}) == std::vector{Belief::Believed});
  CHECK(judged({showing(Change::Unlike, "Two", words("b", 100))}) == std::vector{Belief::OnSecondDay});
  CHECK(judged({showing(Change::Unlike, "Two", words("b", 100), 19h)}) == std::vector{Belief::OnSecondDay});
  CHECK(judged({showing(Change::Unlike, "Two", words("b", 100), 20h)}) == std::vector{Belief::Believed});
  CHECK(judged({showing(Change::Rewrite, "One", words("b", 100))}) == std::vector{Belief::OnSecondDay});
  CHECK(judged({showing(Change::Rewrite, "One", words("b", 100), 20h)}) == std::vector{Belief::Believed});
  auto first = showing(Change::Unlike, "Two", words("b", 100));
  first.is_new = true; // a first reading is provisional
  CHECK(judged({first}) == std::vector{Belief::Believed});
  CHECK(judged({showing(Change::Beginning, "One", words("a", 50), 90h)}) == std::vector{Belief::Beginning});
}

TEST_CASE("acceptance: what several addresses show is the article of none", "[crawl]") {
  const auto unlike = [](const std::string& title, const std::string& text) {
    return showing(Change::Unlike, title, text, 48h);
  };
  const auto first = [](const std::string& title, const std::string& text) {
    return showing(Change::First, title, text);
  };
  const std::vector both(2, Belief::Shared);
  CHECK(judged({unlike("Wait", kCheck), unlike("Wait", kCheck + " Number 7.")}) == both);
  CHECK(judged({unlike("Wait", words("b", 90)), unlike("Stay", words("b", 90))}) == both);
  CHECK(judged({unlike("Wait", kCheck), first("Wait", kCheck)}) == both);
  CHECK(judged({unlike("One", words("b", 90)), unlike("Two", words("c", 90))}) == std::vector(2, Belief::Believed));
  CHECK(judged({first("Wait", kCheck), first("Wait", kCheck)}) == std::vector(2, Belief::Believed)); // one article
  CHECK(judged({first("Wait", kCheck), first("Wait", kCheck), first("Wait", kCheck)}) ==
        std::vector(3, Belief::Shared));
  const auto login = words("login", 90);
  const auto rewrite = [](const std::string& title, const std::string& text) {
    return showing(Change::Rewrite, title, text, 48h);
  };
  CHECK(judged({rewrite("One", login), rewrite("Two", login)}) == both);
  CHECK(judged({rewrite("One", login), first("Two", login)}) == both);
  CHECK(judged({rewrite("Notes", words("b", 90)), rewrite("Notes", words("c", 90))}) ==
        std::vector(2, Belief::Believed));
  CHECK(judged({showing(Change::Edit, "One", login), showing(Change::Edit, "Two", login), first("Three", login)}) ==
        std::vector(3, Belief::Shared));
  auto shown_before = showing(Change::None, "Wait", kCheck); // at another address, and was no article
  CHECK(judged({first("Wait", kCheck), shown_before}).front() == Belief::Shared);
}

TEST_CASE("acceptance: new articles with much in common are articles", "[crawl]") {
  const auto text = words("release", 90);
  const auto first = [&](const std::string& title) { return showing(Change::First, title, text); };
  CHECK(judged({first("1.0"), first("1.1"), first("1.2")}) == std::vector(3, Belief::Believed));
  std::vector<Showing> spellings(3, first("1.0"));
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    spellings[i].url += static_cast<std::int64_t>(i);
    spellings[i].stated = "https://blog.example/1.0";
  }
  CHECK(judged(spellings) == std::vector(3, Belief::Believed));
}

TEST_CASE("acceptance: much of a source at once waits until two pages are seen so on another day", "[crawl]") {
  const auto edit = [](const std::string& stem, std::chrono::hours ago) {
    return showing(Change::Edit, stem, words(stem, 90), ago);
  };
  CHECK(judged({edit("a", 0h), edit("b", 0h)}, 6) == std::vector(2, Belief::Believed)); // a third
  CHECK(judged({edit("a", 0h), edit("b", 0h)}, 5) == std::vector(2, Belief::OnSecondDay));
  CHECK(judged({edit("a", 24h), edit("b", 0h)}, 5) == std::vector{Belief::Believed, Belief::OnSecondDay});
  CHECK(judged({edit("a", 24h), edit("b", 24h), edit("c", 0h)}, 5) == std::vector(3, Belief::Believed));
  CHECK(judged({edit("a", 0h)}, 1) == std::vector{Belief::Believed}); // one is no weather
}

TEST_CASE("acceptance: what is shown is stored as it is", "[crawl]") {
  auto one = showing(Change::Unlike, "Wait", kCheck, 24h);
  one.is_new = true;
  one.stated = "https://blog.example/wait";
  test::TemporaryDirectory directory;
  auto database = store::open_store(directory.data()).value();
  auto transaction = store::Transaction::begin(database).value();
  store::UrlStore urls(database);
  auto row = urls.url("https://blog.example/1").value();
  REQUIRE(urls.save_url(row));
  one.url = urls.url("https://blog.example/1").value().id;
  PendingStore pending(database);
  REQUIRE(pending.save(one));
  const auto again = pending.of(one.url).value().value();
  CHECK(again.text == one.text);
  CHECK(std::tuple(again.url, again.change, again.is_new, again.since, again.seen, again.title, again.stated) ==
        std::tuple(one.url, one.change, one.is_new, one.since, one.seen, one.title, one.stated));
  CHECK(again.has_text_of(one));
  CHECK(showing(Change::Unlike, "", "").has_text_of(showing(Change::Unlike, "", "")));
  CHECK_FALSE(showing(Change::Unlike, "", "Wait.").has_text_of(showing(Change::Unlike, "", "Stay.")));
}

} // namespace acceptance_test
