// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/render.h"

#include "cli/render/wording.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::cli;

namespace {

const Answer kSearch = Answer::parse(R"({
  "query": {"q": "flash", "understood": "flash", "filters": {}}, "total": 2, "offset": 0, "limit": 10, "next": null,
  "hits": [{"id": "0123456789abcdef", "url": "https://e.org/a,b", "title": "Flash \"one\"", "title_html": "<mark>Flash</mark> &quot;one&quot;",
            "source": {"id": "kernel-journal", "label": "Kernel Journal"}, "authors": ["A"], "published": "2001-04-08",
            "category": "infra", "tags": ["gpu", "attention"], "reading_minutes": 8,
            "snippets": [{"html": "… a <mark>flash</mark> of light …"}], "score": 1.5, "copies": [{"url": "https://e.org/a,b", "source": "w"}, {"url": "https://f.org/a", "source": "x"}]}],
  "facets": {"source": {"values": [{"value": "kernel-journal", "label": "Kernel Journal", "count": 4, "selected": true},
                                   {"value": "b", "label": "B", "count": 1, "selected": false}], "total_values": 3, "other": 2, "missing": 1},
             "date": {"interval": "year", "values": [{"value": "2001", "count": 2}], "missing": 0}},
  "did_you_mean": {"q": "flush", "total": 3}, "warnings": [{"code": "x", "message": "read as a word"}], "took_ms": 1.4})");

const Style kPlain{.color = false, .terminal = false, .width = 60};

} // namespace

TEST_CASE("render: a results page shows title, facts, passage, address, copies and counts", "[cli]") {
  const std::string page = search_for_people(kSearch, kPlain);
  for (const char* part :
       {" 1  Flash \"one\"\n", "Kernel Journal · ", " y (2001-04-08) · 8 min · infra", "… a flash of light …",
        "https://e.org/a,b", "also: https://f.org/a", "* Kernel Journal (kernel-journal)  4 ", "other values: 2 times",
        "1 with no value", "2 articles, 1 shown · 1.4 ms"}) {
    INFO(part);
    CHECK(page.find(part) != std::string::npos);
  }
  CHECK_FALSE(page.contains("also: https://e.org/a,b")); // another source of the same address
}

TEST_CASE("render: no line is wider than a narrow terminal, but for addresses", "[cli]") {
  Style narrow{.color = false, .terminal = true, .width = 40};
  std::string page = search_for_people(kSearch, narrow);
  for (std::size_t begin = 0; begin < page.size();) {
    const std::size_t end = page.find('\n', begin);
    const std::string line = page.substr(begin, end - begin);
    if (line.find("https://") == std::string::npos) CHECK(cells(line) <= 40);
    begin = end + 1;
  }
}

TEST_CASE("render: in a narrow terminal the facts take as many lines as they need", "[cli]") {
  Answer search = kSearch;
  search["hits"][0]["source"]["label"] = "The Journal of Everything About Kernels";
  const std::string page = search_for_people(search, {.color = false, .terminal = true, .width = 40});
  CHECK(page.contains("    The Journal of Everything About\n    Kernels · " + age_of("2001-04-08")));
  CHECK(page.contains("#attention\n"));
}

TEST_CASE("render: tables escape what would break their rows", "[cli]") {
  CHECK(table_row({"a\tb", "c\nd", "e\\f"}, Format::Tsv, false) == "a b\tc\\nd\te\\\\f\n");
  CHECK(table_row({"a,b", "say \"x\"", "plain"}, Format::Csv, false) == "\"a,b\",\"say \"\"x\"\"\",plain\r\n");
  CHECK(table_row({"=cmd()"}, Format::Csv, false) == "=cmd()\r\n");
  CHECK(table_row({"=cmd()"}, Format::Csv, true) == "'=cmd()\r\n");
}

TEST_CASE("render: an article's text cannot reach the terminal's controls", "[cli]") {
  const Answer article = {{"title", "T\x1b[2J"}, {"url", "https://e.org"}, {"text", "One\x1b]0;x\a.\n\nTwo."}};
  const std::string shown = article_for_people(article, kPlain);
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.find("One]0;x.\n\nTwo.") != std::string::npos);
}

TEST_CASE("render: a long title goes on under itself, and a mark in it does not end its weight", "[cli]") {
  Answer search = kSearch;
  search["hits"][0]["title_html"] = "The <mark>flexibility</mark> of one framework with the speed of another";
  const std::string page = search_for_people(search, {.color = false, .terminal = true, .width = 40});
  CHECK(page.find(" 1  The flexibility of one framework\n    with the speed of another\n") != std::string::npos);
  const std::string coloured = search_for_people(search, {.color = true, .terminal = true, .width = 100});
  CHECK(coloured.find("flexibility\x1b[0m\x1b[1m of one framework") != std::string::npos);
}
