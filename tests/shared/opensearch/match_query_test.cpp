// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/match_query.h"

#include "shared/opensearch/json_query.h"

#include <catch2/catch.hpp>

namespace match_query_test {

using namespace trawl;
using namespace trawl::opensearch;
using search::match_all;
using search::match_any;
using search::match_term;

Json term_of(const std::string& term) { return match_query(*match_term(term)); }

TEST_CASE("match query: each kind of term is looked for in its field, those of text without their prefix",
          "[opensearch]") {
  CHECK(term_of("Zattent") == term_query("stems", "attent"));
  CHECK(term_of("SZattent") == term_query("title_stems", "attent"));
  CHECK(term_of("Sattention") == term_query("title_words", "attention"));
  CHECK(term_of("attention") == term_query("words", "attention"));
  for (const std::string term : {"Aweng", "Kgpu", "N0123"}) CHECK(term_of(term) == term_query("field_words", term));
}

TEST_CASE("match query: combinations keep their meaning", "[opensearch]") {
  const search::MatchPtr a = match_term("Za"), b = match_term("Zb");
  CHECK(match_query(*match_all({a, b})) == all_query({term_query("stems", "a"), term_query("stems", "b")}));
  CHECK(match_query(*search::everything()) == everything());
  CHECK(match_query(*search::nothing()) == nothing());
  CHECK(match_query(*search::match_not(a)) == not_query(term_query("stems", "a")));
  CHECK(match_query(*search::match_at_least(2, {a, b, b}))["bool"]["minimum_should_match"] == 2);
  CHECK(match_query(*search::match_sequence({"SZa", "SZb"}, 1)) == sequence_query("title_stems", {"a", "b"}, 1));
}

TEST_CASE("match query: days are compared with the printed day, ages and times with the moment", "[opensearch]") {
  const auto now = parse_rfc3339("2026-04-20T12:00:00Z")->time;
  const auto query = [&](const char* field, const char* value) {
    return match_query(*search::match_dates(*query::parse_date_filter(field, value, now)));
  };
  CHECK(query("date", "2026-04-08") ==
        Json{{"range", {{"date", {{"gte", "2026-04-08T00:00:00Z"}, {"lt", "2026-04-09T00:00:00Z"}}}}}});
  CHECK(query("since", "1h") == Json{{"range", {{"published", {{"gte", now.time_since_epoch().count() - 3'600}}}}}});
  CHECK(query("date", "2026-04-08..2026-04-09T00:00:00Z").dump().contains(R"("published":{"lt":)"));
}

/// The clauses as a cluster counts them: those that contain no others.
std::size_t clauses_of(const Json& query) {
  if (!query.contains("bool")) return 1;
  std::size_t count = 0;
  for (const auto& parts : query["bool"]) {
    for (const Json& part : parts.is_array() ? parts : Json::array()) count += clauses_of(part);
  }
  return count;
}

TEST_CASE(
    "match query: the most words that a query may have, in each of their spellings, are clauses that a cluster takes",
    "[opensearch]") {
  std::vector<search::MatchPtr> words;
  for (int i = 0; i < 64; ++i) {
    const std::string word = "word" + std::to_string(i % 40);
    std::vector<search::MatchPtr> spellings;
    for (const char* const prefix : {"Z", "A", "K"}) {
      for (const char* const end : {"", "s", "ing"}) spellings.push_back(match_term(prefix + word + end));
    }
    words.push_back(match_any({match_any({spellings[0], match_any(spellings)}), spellings[1]}));
  }
  const Json every = match_query(*match_all(words)), any = match_query(*match_any(words));
  CHECK(clauses_of(every) == 40 * 2);
  CHECK(clauses_of(any) == 2);
  CHECK(every["bool"]["filter"][1] ==
        any_query({terms_query("field_words", {"Aword1", "Aword1ing", "Aword1s", "Kword1", "Kword1ing", "Kword1s"}),
                   terms_query("stems", {"word1", "word1ing", "word1s"})}));
}

TEST_CASE("match query: marked articles are asked for by their ids and names", "[opensearch]") {
  ReaderMarks marks{.revision = 1};
  marks.ids[1] = {"0123456789abcdef"};
  const auto known = std::make_shared<const ReaderMarks>(std::move(marks));
  const std::vector<std::string> starred{"0123456789abcdef"};
  CHECK(match_query(*search::match_marked(known, ReaderMark::Starred)) ==
        any_query({{{"terms", {{"id", starred}}}}, {{"terms", {{"names", starred}}}}}));
  CHECK(match_query(*search::match_marked(nullptr, ReaderMark::Read)) == nothing());
}

} // namespace match_query_test
