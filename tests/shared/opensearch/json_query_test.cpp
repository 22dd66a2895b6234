// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/json_query.h"

#include "shared/opensearch/answers/result_order.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::opensearch;

namespace json_query_test {

TEST_CASE("opensearch query: a combination of a single query is that query", "[opensearch]") {
  const Json one = term_query("words", "a");
  CHECK(any_query({one}) == one);
  CHECK(all_query({one}) == one);
  CHECK(any_query({}) == nothing());
  CHECK(all_query({}) == everything());
}

TEST_CASE("opensearch query: the slop of a phrase is one for each word but the first", "[opensearch]") {
  CHECK(sequence_query("stems", {"a"}, 1) == term_query("stems", "a"));
  CHECK(sequence_query("stems", {}, 1) == nothing());
  const Json phrase = sequence_query("stems", {"a", "b", "c"}, 1).at("match_phrase").at("stems");
  CHECK(phrase.at("query") == "a b c");
  CHECK(phrase.at("slop") == 2); // each may be a part of the word before it
}

TEST_CASE("opensearch query: of four words and more, those in the middle may not change places", "[opensearch]") {
  const Json phrase = sequence_query("stems", {"a", "b", "c", "d"}, 1).at("bool");
  CHECK(phrase.at("must")[0].at("match_phrase").at("stems").at("query") == "a b c d");
  REQUIRE(phrase.at("filter").size() == 2);
  CHECK(phrase.at("filter")[0].at("match_phrase").at("stems").at("query") == "a b c");
  CHECK(phrase.at("filter")[1].at("match_phrase").at("stems").at("query") == "b c d");
}

search::SearchRequest request_for(std::string q, std::string cursor = {}) {
  search::SearchRequest request;
  request.q = std::move(q);
  request.cursor = std::move(cursor);
  return request;
}

TEST_CASE("opensearch cursor: it leads back to where a page of the same query ended", "[opensearch]") {
  const PageCursor cursor{search::SortOrder::Relevance, 20, {1.5, 1775606400, "aa"}, "point"};
  const std::string text = encode_cursor(cursor, request_for("x"));
  const auto back = decode_cursor(request_for("x", text), search::SortOrder::Relevance);
  REQUIRE(back);
  CHECK(back->offset == 20);
  CHECK(back->last == cursor.last);
  CHECK(back->point == "point");
  CHECK(!decode_cursor(request_for("y", text), search::SortOrder::Relevance));
  CHECK(!decode_cursor(request_for("x", text), search::SortOrder::Newest));
}

TEST_CASE("opensearch cursor: changed, truncated or foreign cursors are rejected", "[opensearch]") {
  const std::string text = encode_cursor({search::SortOrder::Newest, 3, {1, "aa"}, ""}, request_for("x"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    CHECK(!decode_cursor(request_for("x", changed), search::SortOrder::Newest));
    CHECK(!decode_cursor(request_for("x", text.substr(0, i)), search::SortOrder::Newest));
  }
  CHECK(!decode_cursor(request_for("x", std::string(7'000, 'A')), search::SortOrder::Newest));
}

TEST_CASE("opensearch cursor: a cursor that is too long for a URL omits its point in time", "[opensearch]") {
  const PageCursor cursor{search::SortOrder::Relevance, 20, {1.5, 3, "aa"}, std::string(9'000, 'p')};
  const std::string text = encode_cursor(cursor, request_for("x"));
  CHECK(text.size() < 6'000);
  CHECK(decode_cursor(request_for("x", text), search::SortOrder::Relevance)->point.empty());
}

TEST_CASE("opensearch order: ties are broken by date, newer first, then by id", "[opensearch]") {
  using search::SortOrder;
  CHECK(comes_before({2.0, 1, "b"}, {1.0, 9, "a"}, SortOrder::Relevance));
  CHECK(comes_before({2.0, 9, "b"}, {2.0, 1, "a"}, SortOrder::Relevance));
  CHECK(comes_before({2.0, 9, "a"}, {2.0, 9, "b"}, SortOrder::Relevance));
  CHECK(comes_before({"a", 1, "z"}, {"b", 9, "a"}, SortOrder::Source));
  CHECK(comes_before({1, "a"}, {9, "a"}, SortOrder::Oldest));
  CHECK(!comes_before({1, "a"}, {1, "a"}, SortOrder::Newest));
}

} // namespace json_query_test
