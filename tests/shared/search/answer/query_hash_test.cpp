// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/cursor.h"

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

using Change = std::function<void(SearchRequest&)>;

SearchRequest changed(const Change& change) {
  SearchRequest request;
  request.q = "flash attention";
  request.filters.fields["tag"] = {{"gpu"}, {"kernel"}, {"news"}};
  change(request);
  return request;
}

} // namespace

TEST_CASE("query hash: all that decides what is found, and in which order, changes it", "[search][cursor]") {
  const std::vector<Change> changes{
      [](auto&) {},
      [](auto& r) { r.q = "flash  attention"; },
      [](auto& r) { r.q.clear(); },
      [](auto& r) { r.filters.fields.clear(); },
      [](auto& r) { r.filters.fields["tag"].any_of.push_back("x"); },
      [](auto& r) { r.filters.fields["tag"].all_of = {"gpu"}; },
      [](auto& r) { r.filters.fields["tag"] = {{"kernel"}, {"gpu"}, {"news"}}; },
      [](auto& r) { r.filters.fields["tag"] = {{"gpu", "kernel"}, {}, {"news"}}; },
      [](auto& r) { r.filters.fields["tag"] = {{"gp"}, {"ukernel"}, {"news"}}; },
      [](auto& r) { r.filters.fields["site"] = r.filters.fields["tag"]; },
      [](auto& r) { r.match = MatchMode::All; },
      [](auto& r) { r.match = MatchMode::Any; },
      [](auto& r) { r.per_source = 1; },
      [](auto& r) { r.group_by_source = true; },
      [](auto& r) { r.recency = 0.5; },
      [](auto& r) { r.lang_boost = "none"; },
      [](auto& r) { r.reader_language = "ko"; },
      [](auto& r) { r.meaning = false; },
  };
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    CHECK(hashes.insert(query_hash(changed(changes[i]))).second);
    CHECK(query_hash(changed(changes[i])) == query_hash(changed(changes[i])));
  }
}

TEST_CASE("query hash: what is shown, where it begins and bounds on dates do not change it", "[search][cursor]") {
  const std::uint64_t hash = query_hash(changed([](auto&) {}));
  const std::vector<Change> changes{
      [](auto& r) { r.limit = 100; },
      [](auto& r) { r.offset = 7; },
      [](auto& r) { r.cursor = "abc"; },
      [](auto& r) { r.snippets = 0; },
      [](auto& r) { r.facets = {"tag", "date"}; },
      [](auto& r) { r.facet_limit = 1; },
      [](auto& r) { r.date_interval = DateInterval::Day; },
      [](auto& r) { r.explain = true; },
      [](auto& r) { r.with_text = true; },
      [](auto& r) { r.as_typed = true; }, // a correction has another query
      [](auto& r) { r.filters.dates.after = Moment{}; },
      [](auto& r) { r.filters.dates.before = Moment{}; },
      [](auto& r) { r.filters.fields["source"] = {}; }, // a filter without values
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    CAPTURE(i);
    CHECK(query_hash(changed(changes[i])) == hash);
  }
}

TEST_CASE("cursor: any cursor is read back", "[search][cursor]") {
  std::mt19937_64 random(171);
  for (int round = 0; round < 2'000; ++round) {
    CAPTURE(round);
    Cursor cursor{static_cast<SortOrder>(random() % 4),
                  random(),
                  random(),
                  Moment(std::chrono::seconds(random() % 4'000'000'000)),
                  random(),
                  {"", 0, random()}};
    cursor.last.published = static_cast<std::int64_t>(random());
    for (auto i = random() % 41; i > 0; --i) cursor.last.source += static_cast<char>('a' + random() % 26);
    const std::string text = encode_cursor(cursor);
    REQUIRE(text.size() < 200);
    REQUIRE(text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") ==
            std::string::npos);
    REQUIRE(decode_cursor(text) == cursor);
  }
}

TEST_CASE("cursor: a source longer than the grammar allows is cut, and the cursor is still good", "[search][cursor]") {
  Cursor cursor;
  cursor.last.source = std::string(41, 's');
  const auto read = decode_cursor(encode_cursor(cursor));
  REQUIRE(read);
  CHECK(read->last.source == std::string(40, 's'));
}

TEST_CASE("cursor: random text is never taken for one", "[search][cursor]") {
  std::mt19937 random(172);
  constexpr std::string_view kLetters = "ABCXYZabcxyz0189-_";
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (auto i = random() % 220; i > 0; --i) text += kLetters[random() % kLetters.size()];
    CAPTURE(text);
    const auto cursor = decode_cursor(text);
    REQUIRE_FALSE(cursor);
    REQUIRE(cursor.error().where == "cursor");
    REQUIRE(cursor.error().hint == "ask for the first page again");
  }
}
