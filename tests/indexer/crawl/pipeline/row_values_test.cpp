// SPDX-License-Identifier: GPL-3.0-or-later
// Odd rows, and what happens to each of their values.
#include "indexer/crawl/pipeline/import_row.h"
#include "tests/support/source_tree.h"

#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace row_values_test {

using namespace trawl;
using namespace trawl::crawl;
using Json = nlohmann::json;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

/// The members of a row with these, and what is not taken: "date: not a date".
struct Read {
  Json members;
  std::string untaken;
};

Read read(const Json& members) {
  Json row = members;
  Read out;
  for (const UntakenValue& value : normalise_row(row, kNow))
    out.untaken += (out.untaken.empty() ? "" : "; ") + value.member + ": " + value.why;
  out.members = std::move(row);
  return out;
}

struct Row {
  Json given, members;
  std::string untaken = "";
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    INFO(row.given);
    const Read done = read(row.given);
    CHECK(done.members == row.members);
    CHECK(done.untaken == row.untaken);
  }
}

} // namespace

TEST_CASE("row values: dates and names in odd forms are read, or it is said what is not taken", "[crawl]") {
  const std::string no_date = "published: not a date", out_of_time = "published: a date before 1970 or in the future";
  check({
      // dates
      {{{"published", 1764000000}}, {{"published", "2025-11-24T16:00:00Z"}}},
      {{{"published", 1764000000.5}}, {{"published", "2025-11-24T16:00:00Z"}}},
      {{{"published", 1764000000000}}, {{"published", "2025-11-24T16:00:00Z"}}},
      {{{"published", "1764000000"}}, {{"published", "2025-11-24T16:00:00Z"}}},
      {{{"published", "2026-02-28"}}, {{"published", "2026-02-28"}}},
      {{{"published", "2026-02-28T23:30:00-08:00"}}, {{"published", "2026-02-28T23:30:00-08:00"}}},
      {{{"published", "Sat, 28 Feb 2026 10:00:00 GMT"}}, {{"published", "2026-02-28T10:00:00Z"}}},
      {{{"published", " 2026-02-28 "}}, {{"published", "2026-02-28"}}},
      {{{"published", "2026-02-30"}}, Json::object(), no_date},
      {{{"published", "soon"}}, Json::object(), no_date},
      {{{"published", ""}}, Json::object(), no_date},
      {{{"published", 7}}, Json::object(), no_date},
      {{{"published", -1764000000}}, Json::object(), no_date},
      {{{"published", 1e300}}, Json::object(), no_date},
      {{{"published", true}}, Json::object(), no_date},
      {{{"published", {"2026-02-28"}}}, Json::object(), no_date},
      {{{"published", "2026-06-03"}}, Json::object(), out_of_time},
      {{{"published", "2026-06-02"}}, {{"published", "2026-06-02"}}}, // tomorrow
      {{{"published", "1969-12-31"}}, Json::object(), out_of_time},
      {{{"published", nullptr}}, Json::object()},
      {{{"date", "2026-02-28"}}, {{"published", "2026-02-28"}}},
      {{{"pubDate", "2026-02-28"}}, {{"published", "2026-02-28"}}},
      {{{"datePublished", "2026-02-28"}}, {{"published", "2026-02-28"}}},
      {{{"Published_At", "2026-02-28"}}, {{"published", "2026-02-28"}}},
      {{{"date", "2026-02-27"}, {"published", "2026-02-28"}},
       {{"published", "2026-02-28"}},
       "date: there is \"published\" already"},
      {{{"date", "2026-02-27"}, {"published", "soon"}}, {{"published", "2026-02-27"}}, no_date},
      {{{"modified", 1764000000}}, {{"updated", "2025-11-24T16:00:00Z"}}},
      {{{"date", "soon"}}, Json::object(), "date: not a date"},
      // names
      {{{"author", "Ada"}}, {{"authors", {"Ada"}}}},
      {{{"authors", "Ada"}}, {{"authors", {"Ada"}}}},
      {{{"authors", "Lovelace, Ada"}}, {{"authors", {"Lovelace, Ada"}}}},
      {{{"author", {{"name", "Ada"}}}}, {{"authors", {"Ada"}}}},
      {{{"authors", {{{"name", "Ada"}, {"url", "https://a.example"}}, "Bob"}}}, {{"authors", {"Ada", "Bob"}}}},
      {{{"authors", {"Ada", 7}}}, {{"authors", {"Ada"}}}, "authors: not text, or a list of texts"},
      {{{"authors", 7}}, {{"authors", Json::array()}}, "authors: not text, or a list of texts"},
      {{{"AUTHOR", "Ada"}}, {{"authors", {"Ada"}}}},
  });
}

TEST_CASE("row values: tags, categories, texts and addresses in odd forms are read, or it is said what is not taken",
          "[crawl]") {
  const std::string no_text = "text: not text";
  check({
      // tags and category
      {{{"tags", "llm, nlp"}}, {{"tags", {"llm", "nlp"}}}},
      {{{"tags", {"llm", "nlp"}}}, {{"tags", {"llm", "nlp"}}}},
      {{{"tags", {"a, b"}}}, {{"tags", {"a, b"}}}},
      {{{"keywords", "llm,nlp"}}, {{"tags", {"llm", "nlp"}}}},
      {{{"tags", 3}}, {{"tags", Json::array()}}, "tags: not text, or a list of texts"},
      {{{"category", "research"}}, {{"category", "research"}}},
      {{{"category", "Research"}}, {{"category", "research"}}},
      {{{"category", "Open Source"}}, {{"category", "open-source"}}},
      {{{"category", "open_source"}}, {{"category", "open-source"}}},
      {{{"category", "cooking"}}, Json::object(), "category: not a category of Trawl"},
      {{{"category", {"research"}}}, Json::object(), "category: not text"},
      // texts and addresses
      {{{"text", 123}}, Json::object(), no_text},
      {{{"text", {"a", "b"}}}, Json::object(), no_text},
      {{{"title", 7}}, Json::object(), "title: not text"},
      {{{"content", "Words."}}, {{"text", "Words."}}},
      {{{"content", " <p>Words.</p>"}}, {{"html", " <p>Words.</p>"}}},
      {{{"body", "Words."}}, {{"text", "Words."}}},
      {{{"headline", "T"}}, {{"title", "T"}}},
      {{{"Title", "T"}}, {{"title", "T"}}},
      {{{"link", "https://a.example/x"}}, {{"url", "https://a.example/x"}}},
      {{{"image", "https://a.example/i.png"}}, {{"image", "https://a.example/i.png"}}},
      {{{"image", "i.png"}}, Json::object(), "image: not an http or https address"},
      {{{"language", "de-AT"}}, {{"language", "de-AT"}}},
      {{{"language", 7}}, Json::object(), "language: not a language tag"},
      {{{"lang", "en"}}, {{"language", "en"}}},
      {{{"source", "Own Name"}}, {{"source", "Own Name"}}},
      {{{"source", {{"id", "own"}, {"label", "Own"}}}}, {{"source", "own"}}},
      {{{"source", 7}}, Json::object(), "source: not text"},
      {{{"rating", 5}, {"text", "t"}}, {{"text", "t"}}, "rating: not a member of a row"},
      {{{"rating", nullptr}}, Json::object()},
  });
}

TEST_CASE("row values: of a long list the first items are taken, and that is said", "[crawl]") {
  Json tags = Json::array();
  for (int i = 0; i < 20'000; ++i) tags.push_back("t" + std::to_string(i));
  const Read done = read({{"tags", tags}});
  CHECK(done.members["tags"].size() == kMaxList);
  CHECK(done.untaken == "tags: those after the first 32");
}

TEST_CASE("row values: reading a row again changes nothing", "[crawl]") {
  const Read once = read({{"author", "Ada"}, {"date", 1764000000}, {"tags", "a, b"}, {"Category", "Open Source"}});
  const Read twice = read(once.members);
  CHECK(twice.members == once.members);
  CHECK(twice.untaken.empty());
}

TEST_CASE("row values: the JSON Schema of a row has the members that are read, and their other names", "[crawl]") {
  std::ifstream file(test::in_source_tree("schema/import-row.schema.json"));
  const Json properties = Json::parse(file).at("properties");
  CHECK(properties.size() == kRowMembers.size());
  for (const std::string_view member : kRowMembers) {
    CAPTURE(member);
    REQUIRE(properties.contains(member));
    for (const std::string other : properties.at(std::string(member)).value("x-also", Json::array())) {
      if (other.contains(' ')) continue; // in words
      CAPTURE(other);
      CHECK_FALSE(read({{other, nullptr}, {other + "x", 1}}).untaken.empty());
      const std::string untaken = read({{other, Json::object()}}).untaken;
      CHECK_FALSE(untaken.contains("not a member"));
    }
  }
}

} // namespace row_values_test
