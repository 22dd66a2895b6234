// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/search_request.h"
#include "shared/query/parse_query.h"
#include "shared/schema/fields.h"
#include "shared/url/percent_encoding.h"

#include <map>
#include <random>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

namespace search_request_test {

using namespace trawl::api;
using trawl::Moment;
using trawl::parse_rfc3339;
using trawl::search::DateInterval;
using trawl::search::FieldFilter;
using trawl::search::SortOrder;

namespace {

const Moment kNow = parse_rfc3339("2026-04-21T12:34:56Z")->time;

Answer<ParsedSearch> read(const std::string& query, Moment now = kNow) {
  return read_search_request(*parse_query_string(query), now);
}

std::string text_of(const std::optional<Moment>& moment) { return moment ? trawl::to_rfc3339(*moment) : "none"; }

} // namespace

TEST_CASE("search request: the defaults are those of the contract", "[api]") {
  const auto request = read("");
  REQUIRE(request);
  CHECK(request->search.limit == 10);
  CHECK(request->search.facet_limit == 20);
  CHECK_FALSE(request->search.sort);
  CHECK(request->search.facets.empty());
  CHECK(request->json == JsonOptions{});
}

TEST_CASE("search request: values repeat, join by commas, quote commas and exclude by a minus", "[api]") {
  const std::vector<std::pair<std::string, FieldFilter>> rows{
      {"author=a,b&author=c", {{"a", "b", "c"}, {}, {}}},
      {"author=%22Li,+Ziyang%22,Bo", {{"Bo", "Li, Ziyang"}, {}, {}}},
      {"author=-x,y,-%22z,+w%22", {{"y"}, {}, {"x", "z, w"}}},
      {"author=%22-dash%22", {{"-dash"}, {}, {}}},
      {"author=+a+,,+,b", {{"a", "b"}, {}, {}}},
      {"author=a&author=a", {{"a"}, {}, {}}},
      {"author=%22a,b", {{"\"a,b"}, {}, {}}},
      {"author=a+%22b%22,c", {{"a \"b\"", "c"}, {}, {}}},
      {"author=5%22+x,y", {{"5\" x", "y"}, {}, {}}},
      {"author=%22%22%22x%22,-%22a%22%22,b%22", {{"\"x"}, {}, {"a\",b"}}},
  };
  for (const auto& [query, filter] : rows) {
    INFO(query);
    const auto request = read(query);
    REQUIRE(request);
    CHECK(request->search.filters.fields.at("author") == filter);
  }
  CHECK(read("source=")->search.filters.empty());
  CHECK(read("source=PyTorch&tag=GPU,LLM&tag_all=A,b")->search.filters.fields.at("source").any_of ==
        std::vector<std::string>{"pytorch"});
  CHECK(read("tag=GPU&tag_all=b,A")->search.filters.fields.at("tag") == FieldFilter{{"gpu"}, {"a", "b"}, {}});
}

TEST_CASE("search request: bounds of time are read, and ages are rounded", "[api]") {
  CHECK(trawl::to_day(*read("after=2026-04")->search.filters.dates.first_day) == "2026-04-01");
  CHECK(trawl::to_day(*read("before=2026")->search.filters.dates.end_day) == "2026-01-01");
  CHECK(text_of(read("after=2026-04-08T09:30:00%2B02:00")->search.filters.dates.after) == "2026-04-08T07:30:00Z");
  CHECK(text_of(read("since=7d")->search.filters.dates.after) == "2026-04-14T00:00:00Z");
  CHECK(text_of(read("since=12h")->search.filters.dates.after) == "2026-04-21T00:34:00Z");
  CHECK(text_of(read("since=2w")->search.filters.dates.after) == "2026-04-07T00:00:00Z");
  CHECK(text_of(read("since=2m")->search.filters.dates.after) == "2026-02-21T00:00:00Z");
  CHECK(text_of(read("since=1y")->search.filters.dates.after) == "2025-04-21T00:00:00Z");
  CHECK(text_of(read("since=1y&after=2026-01-01")->search.filters.dates.after) == "2025-04-21T00:00:00Z");
  CHECK(trawl::to_day(*read("since=1y&after=2026-01-01")->search.filters.dates.first_day) == "2026-01-01");
  const Moment end_of_march = parse_rfc3339("2026-03-31")->time;
  CHECK(text_of(read("since=1m", end_of_march)->search.filters.dates.after) == "2026-02-28T00:00:00Z");
}

TEST_CASE("search request: an error suggests the nearest valid name or value", "[api]") {
  struct Row {
    std::string query, parameter, suggestion, word;
  };
  const std::vector<Row> rows{
      {"sort=newst", "sort", "newest", "relevance, newest, oldest, source"},
      {"match=every", "match", "", "most, all, any"},
      {"limit=500", "limit", "", "0 to 100"},
      {"limit=-1", "limit", "", "whole number"},
      {"limit=99999999999999999999999", "limit", "", "0 to 100"},
      {"offset=10001", "offset", "", "0 to 10000"},
      {"facet_limit=0", "facet_limit", "", "1 to 1000"},
      {"facets=sorce", "facets", "source", ""},
      {"fields=titel", "fields", "title", ""},
      {"explain=yes", "explain", "", "1 or 0"},
      {"after=tomorrow", "after", "", "2026-04-08"},
      {"after=2026-02-30", "after", "", "must be a date"},
      {"since=7dys", "since", "", "7d"},
      {"highlight=ansi", "highlight", "", "html, none"},
      {"limt=5", "limt", "limit", "unknown parameter"},
      {"sort=newest&sort=oldest", "sort", "", "more than once"},
      {"cursor=x&offset=5", "offset", "", "cursor"},
      {"group=site", "group", "", "source"},
  };
  for (const Row& row : rows) {
    INFO(row.query);
    const auto request = read(row.query);
    REQUIRE_FALSE(request);
    CHECK(request.error().status == 400);
    REQUIRE(request.error().errors.size() == 1);
    CHECK(request.error().errors.front().parameter == row.parameter);
    CHECK(request.error().errors.front().suggestion == row.suggestion);
    CHECK(request.error().detail.contains(row.word));
  }
  CHECK(read("sort=newst&limit=500&xyz=1").error().errors.size() == 3);
}

TEST_CASE("search request: every parameter reaches the request", "[api]") {
  const auto request =
      read("q=x&match=all&as_typed=1&sort=oldest&per_source=2&group=source&limit=3&offset=4&facets=date,tag"
           "&facet_limit=5&date_interval=week&snippets=2"
           "&explain=1&highlight=none&fields=title,text,snippets");
  REQUIRE(request);
  const auto& search = request->search;
  CHECK(search.match == trawl::search::MatchMode::All);
  CHECK(search.as_typed);
  CHECK(search.sort == SortOrder::Oldest);
  CHECK(search.per_source == 2);
  CHECK(search.group_by_source);
  CHECK(search.limit == 3);
  CHECK(search.offset == 4);
  CHECK(search.facets == std::vector<std::string>{"tag", "date"});
  CHECK(search.facet_limit == 5);
  CHECK(search.date_interval == DateInterval::Week);
  CHECK(search.snippets == 2);
  CHECK(search.explain);
  CHECK(search.with_text);
  CHECK(request->json.highlight == Highlight::None);
  CHECK(request->json.fields == std::vector<std::string>{"title", "text", "snippets"});
  CHECK(request->json.explain);
  CHECK(request->json.more_from_source);
  CHECK(read("facets=all")->search.facets.size() == trawl::schema::kFacetFields.size());
}

TEST_CASE("search request: passages are computed only for answers that show them", "[api]") {
  const auto snippets = [](const Parameters& parameters) {
    return read_search_request(parameters, {})->search.snippets;
  };
  CHECK(snippets({{"fields", "url,title"}}) == 0);
  CHECK(snippets({{"fields", "url"}, {"snippets", "3"}}) == 0);
  CHECK(snippets({{"fields", "url,snippets"}}) == 1);
  CHECK(snippets({{"fields", "all"}}) == 1);
}

TEST_CASE("search request: order and spelling do not change the canonical form", "[api]") {
  const auto form = [](const std::string& query) { return canonical_form(*read(query), kNow); };
  CHECK(form("q=x&tag=a,b&source=c") == form("source=c&tag=b&tag=a&q=x"));
  CHECK(form("source=") == form(""));
  CHECK(form("facets=tag,source") == form("facets=source&facets=tag"));
  CHECK(form("since=7d") == form("after=2026-04-14T00:00:00Z"));
  CHECK(form("q=x&sort=relevance") == form("q=x"));
  CHECK(form("q=x&recency=0") == form("q=x"));
}

TEST_CASE("search request: the canonical forms of random requests are equal only if the requests mean the same",
          "[api]") {
  // For each parameter, values with different meanings; the first is the default.
  const std::vector<std::pair<std::string, std::vector<std::string>>> parameters{
      {"q", {"", "x", "X", "x y", "since:12h", "x (since:12h OR tag:a)", "x -date:7d", "x -date:8d"}},
      {"tag", {"", "a", "-a", "a,b"}},
      {"tag_all", {"", "a"}},
      {"source", {"", "a"}},
      {"after", {"", "2026"}},
      {"before", {"", "2026"}},
      {"match", {"most", "all", "any"}},
      {"sort", {"relevance", "newest", "oldest", "source"}},
      {"recency", {"0", "0.1", "1"}},
      {"lang_boost", {"auto", "none", "en"}},
      {"meaning", {"on", "off"}},
      {"per_source", {"0", "1", "2"}},
      {"group", {"", "source"}},
      {"limit", {"10", "0", "100"}},
      {"offset", {"0", "1"}},
      {"facets", {"", "tag", "date", "tag,date"}},
      {"facet_limit", {"20", "1"}},
      {"date_interval", {"auto", "day"}},
      {"snippets", {"1", "0"}},
      {"explain", {"0", "1"}},
      {"highlight", {"html", "none"}},
      {"fields", {"", "title,snippets", "snippets,text"}}};
  constexpr unsigned kSeed = 1703;
  std::mt19937 random(kSeed);
  std::map<std::string, std::vector<std::size_t>> meaning_of_form;
  std::set<std::vector<std::size_t>> meanings;
  for (int round = 0; round < 3'000; ++round) {
    std::vector<std::size_t> meaning;
    std::string query;
    for (const auto& [name, values] : parameters) {
      const std::size_t choice = random() % 4 == 0 ? random() % values.size() : 0;
      meaning.push_back(choice);
      const bool is_written = choice != 0 || random() % 2 == 0;
      if (is_written) query += (query.empty() ? "" : "&") + name + "=" + trawl::url::percent_encode(values[choice]);
    }
    INFO("seed " << kSeed << ", round " << round << ": " << query);
    const auto request = read(query);
    REQUIRE(request);
    const auto [known, is_new] = meaning_of_form.emplace(canonical_form(*request, kNow), meaning);
    REQUIRE(known->second == meaning);                  // another request has another form
    REQUIRE(meanings.insert(meaning).second == is_new); // the same request has the same
  }
}

TEST_CASE("search request: since=AGE and since:AGE mean the same moment", "[api]") {
  for (const char unit : {'h', 'd', 'w', 'm', 'y'}) {
    for (const int count : {0, 1, 2, 7, 11, 13, 30, 31, 400, 999}) {
      for (const char* now : {"2026-04-21T12:34:56Z", "2026-03-31T23:59:59Z", "2024-02-29T00:00:00Z"}) {
        const std::string age = std::to_string(count) + unit;
        INFO(age << " before " << now);
        const Moment moment = parse_rfc3339(now)->time;
        const auto parameter = read_search_request({{"since", age}}, moment);
        const auto typed = trawl::query::parse_query("since:" + age, moment);
        REQUIRE(parameter);
        REQUIRE(typed.warnings.empty());
        CHECK(parameter->search.filters.dates == typed.filters.dates);
      }
    }
  }
}

TEST_CASE("search request: recency is a number from 0 to 1", "[api]") {
  CHECK(read("")->search.recency == 0);
  CHECK(read("recency=0.25")->search.recency == 0.25);
  CHECK(read("recency=1")->search.recency == 1);
  for (const char* wrong : {"1.1", "-0.1", "nan", "inf", "x", "0.5x", "1e-1", "0.1234", "0,5", " 1"}) {
    INFO(wrong);
    const auto request = read("recency=" + trawl::url::percent_encode(wrong));
    REQUIRE_FALSE(request);
    CHECK(request.error().errors.front().parameter == "recency");
    CHECK(request.error().detail.contains("from 0 to 1"));
  }
  CHECK(read_search_request(*parse_json_body(R"({"recency": 0.25})"), kNow)->search.recency == 0.25);
}

TEST_CASE("search request: the language to prefer is auto, none or a language, and auto knows the reader's", "[api]") {
  CHECK(read("")->search.lang_boost == "auto");
  CHECK(read("lang_boost=DE")->search.lang_boost == "de");
  for (const char* wrong : {"english", "e", "12", "en-US"}) {
    INFO(wrong);
    const auto request = read("lang_boost=" + std::string(wrong));
    REQUIRE_FALSE(request);
    CHECK(request.error().errors.front().parameter == "lang_boost");
  }
  const auto search_of = [](const char* query) {
    return read_search_request(*parse_query_string(query), kNow, "ko")->search;
  };
  CHECK(search_of("q=x").reader_language == "ko");
  CHECK(search_of("q=x&lang_boost=none").reader_language.empty());
  CHECK(canonical_form(*read_search_request(*parse_query_string("q=x"), kNow, "ko"), kNow) !=
        canonical_form(*read("q=x"), kNow));
}

TEST_CASE("search request: the first language of Accept-Language is the reader's", "[api]") {
  CHECK(first_language("de-AT,de;q=0.9,en;q=0.8") == "de");
  CHECK(first_language("EN") == "en");
  CHECK(first_language("zh-Hans") == "zh");
  for (const char* none : {"", "*", "x", "english", ";q=1", "1,2"}) CHECK(first_language(none).empty());
}

} // namespace search_request_test
