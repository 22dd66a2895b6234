// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"
#include "cli/render/wording.h"

#include "shared/base/date_time.h"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::cli;

namespace {

using Fields = std::vector<std::string>;

/// Reads one record of RFC 4180, the slow and obvious way.
Fields parsed_csv(const std::string& record) {
  Fields fields{""};
  bool quoted = false;
  REQUIRE(record.ends_with("\r\n"));
  const std::string text = record.substr(0, record.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      fields.back() += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += text[i];
    }
  }
  REQUIRE_FALSE(quoted);
  return fields;
}

Fields parsed_tsv(const std::string& record) {
  Fields fields{""};
  REQUIRE(record.ends_with('\n'));
  for (std::size_t i = 0; i + 1 < record.size(); ++i) {
    if (record[i] == '\t') {
      fields.emplace_back();
    } else if (record[i] == '\\') {
      ++i;
      fields.back() += record[i] == 'n' ? '\n' : record[i] == 't' ? '\t' : record[i];
    } else {
      fields.back() += record[i];
    }
  }
  return fields;
}

const Answer kHit = {{"id", "0123456789abcdef"}, {"published", "2026-04-08"}, {"source", "blog"},
                     {"category", nullptr},      {"tags", {"gpu", "rag"}},    {"title", "One"},
                     {"url", "https://e.org/a"}};

} // namespace

TEST_CASE("programs: any fields come back from a csv and a tsv row", "[cli]") {
  const unsigned seed = 20260706;
  std::mt19937 random(seed);
  constexpr std::string_view kPieces[] = {"a", "é", "家", ",", "\"", "\n", "\\", "\\n", " ", "'", "=", ";", "\"\""};
  for (int round = 0; round < 1'500; ++round) {
    Fields fields(1 + random() % 5);
    for (std::string& field : fields) {
      for (auto count = random() % 6; count > 0; --count) field += kPieces[random() % std::size(kPieces)];
    }
    INFO("seed " << seed << ", round " << round);
    REQUIRE(parsed_csv(table_row(fields, Format::Csv, false)) == fields);
    REQUIRE(parsed_tsv(table_row(fields, Format::Tsv, false)) == fields);
    REQUIRE(std::ranges::count(table_row(fields, Format::Tsv, false), '\n') == 1);
  }
}

TEST_CASE("programs: csv-safe quotes what a spreadsheet would run, in csv only", "[cli]") {
  for (const char first : {'=', '+', '-', '@'}) {
    const std::string text = std::string(1, first) + "1";
    CHECK(table_row({text}, Format::Csv, true) == "'" + text + "\r\n");
    CHECK(table_row({text}, Format::Csv, false) == text + "\r\n");
    CHECK(table_row({text}, Format::Tsv, true) == text + "\n");
  }
  CHECK(table_row({"a=1"}, Format::Csv, true) == "a=1\r\n");
  CHECK(table_row({""}, Format::Csv, true) == "\r\n");
  CHECK(table_row({"=a,\"b\""}, Format::Csv, true) == "\"'=a,\"\"b\"\"\"\r\n");
  CHECK(table_row({"\t=1"}, Format::Csv, true) == "'=1\r\n"); // the tab is dropped before the check
}

TEST_CASE("programs: control sequences do not reach a table or a list of addresses", "[cli]") {
  Answer hit = kHit;
  hit["title"] = "\x1b]0;x\a";
  hit["url"] = "https://e.org/\x1b[2J";
  for (const Format format : {Format::Tsv, Format::Csv, Format::Urls}) {
    CHECK_FALSE(hits_for_programs(Answer::array({hit}), format, false, false).contains('\x1b'));
  }
}

TEST_CASE("programs: tables have a header where it is wanted", "[cli]") {
  const Answer hits = Answer::array({kHit});
  CHECK(hits_for_programs(hits, Format::Tsv, false, true) ==
        "id\tpublished\tsource\tcategory\ttags\ttitle\turl\n" + hits_for_programs(hits, Format::Tsv, false, false));
  for (const Format format : {Format::Urls, Format::Jsonl}) {
    CHECK(hits_for_programs(hits, format, false, true) == hits_for_programs(hits, format, false, false));
  }
  CHECK(hits_for_programs(hits, Format::Csv, false, true) ==
        "id,published,source,category,tags,title,url\r\n" + hits_for_programs(hits, Format::Csv, false, false));
  CHECK(hits_for_programs(Answer::array(), Format::Csv, false, true) ==
        "id,published,source,category,tags,title,url\r\n");
  CHECK(hits_for_programs(Answer::array(), Format::Jsonl, false, true).empty());
}

TEST_CASE("programs: a missing value is an empty field", "[cli]") {
  CHECK(hits_for_programs(Answer::array({kHit}), Format::Csv, false, false) ==
        "0123456789abcdef,2026-04-08,blog,,\"gpu,rag\",One,https://e.org/a\r\n");
  CHECK(hits_for_programs(Answer::array({Answer::object()}), Format::Tsv, false, false) == "\t\t\t\t\t\t\n");
}

TEST_CASE("programs: a line of jsonl is the hit itself", "[cli]") {
  Answer hit = kHit;
  hit["title"] = "two\nlines";
  const std::string line = hits_for_programs(Answer::array({hit}), Format::Jsonl, false, false);
  CHECK(std::ranges::count(line, '\n') == 1);
  CHECK(Answer::parse(line) == hit);
}

TEST_CASE("programs: the values of a facet and the sources as tables", "[cli]") {
  const Answer facet = {{"values", {{{"value", "a"}, {"label", "A, B"}, {"count", 3}}}}};
  CHECK(facet_for_programs(facet, "", Format::Csv, false, true) == "value,label,count\r\na,\"A, B\",3\r\n");
  CHECK(facet_for_programs(facet, "", Format::Tsv, false, false) == "a\tA, B\t3\n");
  CHECK(facet_for_programs(facet, "tag", Format::Tsv, false, true) == "field\tvalue\tlabel\tcount\ntag\ta\tA, B\t3\n");
  CHECK(facet_for_programs(Answer::object(), "", Format::Tsv, false, false).empty());
  const Answer sources = {{{"id", "a"}, {"label", "A"}, {"articles", 2}, {"newest", nullptr}, {"health", "ok"}}};
  CHECK(sources_for_programs(sources, Format::Csv, false, true) == "id,label,articles,newest,health\r\na,A,2,,ok\r\n");
  CHECK(sources_for_programs(sources, Format::Tsv, false, false) == "a\tA\t2\t\tok\n");
}

TEST_CASE("programs: dates of tables are days, however much is known of the moment", "[cli]") {
  for (const char* published : {"2026-11-26", "2026-11-26T18:14:55Z", "2026-11-26T18:14:55-08:00"}) {
    Answer hit = kHit;
    hit["published"] = published;
    CHECK(hits_for_programs(Answer::array({hit}), Format::Tsv, false, false).contains("\t2026-11-26\t"));
  }
}

TEST_CASE("wording: an age grows from hours to years", "[cli]") {
  using namespace std::chrono_literals;
  using std::chrono::days;
  struct Row {
    std::chrono::seconds age;
    const char* shown;
  };
  for (const Row& row : {
           Row{-5s, "now"},
           {30min, "now"},
           {1h + 1min, "1 h"},
           {23h + 30min, "23 h"},
           {days{1} + 1min, "1 d"},
           {days{99} + 1min, "99 d"},
           {days{100} + 1min, "3 mo"},
           {days{729} + 1min, "24 mo"},
           {days{730} + 1min, "2 y"},
           {days{3650} + 1min, "10 y"},
       }) {
    INFO(row.shown);
    CHECK(age_of(trawl::to_rfc3339(trawl::now() - row.age)) == row.shown);
  }
  CHECK(age_of(trawl::to_day(trawl::now())) == "today");
  CHECK(age_of("yesterday") == "undated");
}
