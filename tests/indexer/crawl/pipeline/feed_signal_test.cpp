// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/feed_signal.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;

namespace {

feed::FeedEntry full_entry() {
  feed::FeedEntry entry;
  entry.title = "A \"title\" — 家";
  entry.authors = {{"Ada", "ada@e.org", ""}, {"", "only@e.org", ""}, {"Bob", "", ""}};
  entry.published = parse_rfc3339("2026-04-08");
  entry.updated = parse_rfc3339("2026-04-09T10:00:00Z");
  entry.summary = "<p>short</p>";
  entry.content = "<p>long</p>";
  entry.categories = {"gpu", "rag"};
  entry.language = "de";
  entry.image = "https://e.org/i.png";
  return entry;
}

} // namespace

TEST_CASE("feed signal: it has the entry's content, else its summary", "[crawl]") {
  auto entry = full_entry();
  CHECK(signal_of(entry, {}).body_html == "<p>long</p>");
  entry.content.clear();
  CHECK(signal_of(entry, {}).body_html == "<p>short</p>");
}

TEST_CASE("feed signal: the language is the entry's, else the feed's", "[crawl]") {
  feed::Feed feed;
  feed.language = "en";
  auto entry = full_entry();
  CHECK(signal_of(entry, feed).language == "de");
  entry.language.clear();
  CHECK(signal_of(entry, feed).language == "en");
}

TEST_CASE("feed signal: authors without a name are left out", "[crawl]") {
  CHECK(signal_of(full_entry(), {}).authors == std::vector<std::string>{"Ada", "Bob"});
}

TEST_CASE("feed signal: its form in the store gives it back, and is the same for equal signals", "[crawl]") {
  for (const auto& entry : {full_entry(), feed::FeedEntry{}}) {
    const auto signal = signal_of(entry, {});
    const auto json = signal_to_json(signal);
    CHECK(json == signal_to_json(signal));
    const auto read = signal_from_json(json);
    REQUIRE(read);
    CHECK(read->title == signal.title);
    CHECK(read->authors == signal.authors);
    CHECK(read->published == signal.published);
    CHECK(read->updated == signal.updated);
    CHECK(read->categories == signal.categories);
    CHECK(read->body_html == signal.body_html);
    CHECK(read->language == signal.language);
    CHECK(read->image == signal.image);
    CHECK(signal_to_json(*read) == json);
  }
}

TEST_CASE("feed signal: it knows the name of its feed", "[crawl]") {
  feed::Feed feed;
  feed.title = "The Parrot";
  const auto signal = signal_of(full_entry(), feed);
  CHECK(signal.site == "The Parrot");
  const auto read = signal_from_json(signal_to_json(signal));
  REQUIRE(read);
  CHECK(read->site == "The Parrot");
}

TEST_CASE("feed signal: invalid UTF-8 does not make it unreadable", "[crawl]") {
  auto entry = full_entry();
  entry.title = "caf\xE9";
  const auto read = signal_from_json(signal_to_json(signal_of(entry, {})));
  REQUIRE(read);
  CHECK(read->title == "caf\uFFFD");
}

TEST_CASE("feed signal: anything else is no signal", "[crawl]") {
  const std::string whole = signal_to_json(signal_of(full_entry(), {}));
  for (const std::string& wrong :
       {std::string(), std::string("null"), std::string("[]"), std::string("{}"), std::string("nonsense"),
        std::string(R"({"title": 3})"), whole.substr(0, whole.size() - 1), whole + "x"}) {
    INFO(wrong);
    CHECK_FALSE(signal_from_json(wrong));
  }
}
