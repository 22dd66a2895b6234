// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "shared/base/base64.h"
#include "shared/content/stored_content.h"

#include <map>

#include <catch2/catch.hpp>

namespace import_row_test {

using namespace trawl;
using namespace trawl::crawl;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

Knowledge knowledge() {
  Knowledge made;
  made.topics = enrich::Topics::parse(R"({"categories": [], "tags": []})").value();
  return made;
}

Article article_of(std::string_view json) {
  const auto input = read_row(json, "", kNow);
  REQUIRE(input);
  const auto extraction = extract_article(*input, {}, knowledge());
  REQUIRE(extraction.kind == ExtractionKind::Article);
  return extraction.article;
}

std::string refusal(std::string_view json) {
  const auto input = read_row(json, "", kNow);
  return input ? "" : input.error().what;
}

} // namespace

TEST_CASE("import row: the fields of the row take precedence", "[crawl]") {
  const auto article = article_of(R"({"url": "https://A.example/x?utm_source=y#z", "title": " Two\twords ",
    "source": "PyTorch Blog", "authors": ["Ada", "Ada", "Bob"], "published": "2026-04-08", "tags": ["GPU", "Kernels"],
    "category": "research", "text": "First paragraph.\r\n\r\nSecond one.", "language": "en-US"})");
  CHECK(article.url == "https://a.example/x");
  CHECK(article.title == "Two words");
  CHECK(article.source == "pytorch-blog");
  CHECK(article.authors == std::vector<std::string>{"Ada", "Bob"});
  CHECK(article.published->precision == DatePrecision::Day);
  CHECK(article.tags == std::vector<std::string>{"gpu", "kernels"});
  CHECK(article.category == "research");
  CHECK(article.text == "First paragraph.\n\nSecond one.");
  CHECK(article.language == "en");
  CHECK(article.site == "a.example");
  CHECK(article.indexed == kNow);
}

TEST_CASE("import row: every member of a row reaches its article", "[crawl]") {
  const content::StoredContent code = content::pack({{.kind = content::Kind::Code, .text = "return"}});
  const std::map<std::string_view, nlohmann::json> values{{"url", "https://a.example/2"},
                                                          {"title", "Two"},
                                                          {"text", "a text"},
                                                          {"html", "<p>A page's text.</p>"},
                                                          {"source", "blog"},
                                                          {"authors", {"Ada"}},
                                                          {"published", "2026-04-08"},
                                                          {"tags", {"gpu"}},
                                                          {"category", "research"},
                                                          {"language", "de"},
                                                          {"image", "https://a.example/2.png"},
                                                          {"captions", {"A figure"}},
                                                          {"updated", "2026-04-09"},
                                                          {"structure", to_base64(code.structure)}};
  for (const std::string_view member : kRowMembers) {
    CAPTURE(member);
    nlohmann::json row{{"url", "https://a.example/1"}, {"title", "One"}};
    if (member == "structure") row["text"] = code.text;
    const std::string before = to_export_row(article_of(row.dump()), {});
    row[std::string(member)] = values.at(member);
    CHECK(to_export_row(article_of(row.dump()), {}) != before);
  }
}

TEST_CASE("import row: a row that is nearly one of an export says the same when it is read from the store", "[crawl]") {
  const auto row =
      read_row(R"({"trawl": 1, "id": "00112233445566aa", "url": "https://a.example/1", "text": "t", "author": "Ada"})",
               "", kNow);
  REQUIRE(row);
  CHECK(row->members["authors"] == nlohmann::json{"Ada"});
  CHECK(stored_row(*row)->members == row->members);
}

TEST_CASE("import row: missing fields are derived or stay empty", "[crawl]") {
  const auto article = article_of(R"({"url": "https://www.a.example/x", "text": "Just a text."})");
  CHECK_FALSE(article.title.empty());
  CHECK(article.source == "a-example");
  CHECK_FALSE(article.published);
  CHECK(article.words == 3);
}

TEST_CASE("import row: a text without a URL is identified by its content", "[crawl]") {
  const auto first = read_row(R"({"title": "T", "text": "The  text"})", "pytorch", kNow);
  const auto second = read_row(R"({"title": "T", "text": "The text\n"})", "pytorch", kNow);
  REQUIRE(first);
  CHECK(first->url.starts_with("text:"));
  CHECK(first->url == second->url);
  CHECK(first->source == "pytorch");
}

TEST_CASE("import row: a title alone is an article", "[crawl]") {
  const Article article = article_of(R"({"url": "https://a.example/1", "title": "A paper without an abstract"})");
  CHECK(article.title == "A paper without an abstract");
  CHECK(article.text.empty());
  const auto first = read_row(R"({"title": "One"})", "feed", kNow),
             second = read_row(R"({"title": "Two"})", "feed", kNow);
  REQUIRE((first && second));
  CHECK(first->url != second->url);
}

TEST_CASE("import row: each rejection has its reason", "[crawl]") {
  CHECK(refusal("nonsense") == "the row is not a JSON object");
  CHECK(refusal("[1]") == "the row is not a JSON object");
  CHECK(refusal(std::string(100'000, '[')) == "the row is not a JSON object");
  CHECK(refusal(R"({"url": "ftp://x", "text": "t"})") == "\"url\" is not an http or https address");
  CHECK(refusal(R"({"url": "https://user:secret@a.example/x", "text": "t"})") == "\"url\" has a user name or password");
  CHECK(refusal(R"({"url": "https://user@a.example/x", "text": "t"})") == "\"url\" has a user name or password");
  CHECK(refusal(R"({"url": "https://a.example/"})") == "the row has neither \"text\" nor \"html\" nor \"title\"");
  CHECK(refusal(R"({"html": "<p>x"})") == "a row with \"html\" needs a \"url\"");
  for (const char* id : {R"("0000000000000000")", R"("x")", "7", "null"}) {
    CHECK(refusal(R"({"trawl": 1, "id": )" + std::string(id) +
                  R"(, "url": "https://a.example/", "source": "a", "title": "T", "text": "t"})") ==
          "\"id\" is not that of an article");
  }
  CHECK(refusal(std::string(kMaxRowBytes + 1, ' ')) == "the row is longer than 32 MB");
}

TEST_CASE("import row: a date in the far future is ignored", "[crawl]") {
  CHECK_FALSE(article_of(R"({"url": "https://a.example/x", "text": "t", "published": "2199-01-01"})").published);
  CHECK(article_of(R"({"url": "https://a.example/x", "text": "t", "published": "2026-01-01"})").published);
}

TEST_CASE("import row: invalid UTF-8 and control characters do no harm", "[crawl]") {
  const auto article = article_of("{\"url\": \"https://a.example/x\", \"text\": \"a\\u0000b\\u0007c \\u001b[31md\"}");
  CHECK(article.text == "a b c  [31md");
}

TEST_CASE("import row: an exported structure is taken over if it fits the text", "[crawl]") {
  const content::StoredContent stored =
      content::pack({{.kind = content::Kind::Code, .text = "  if x:\n\treturn", .attribute = "python"}});
  const auto row = [&](const std::string& text) {
    return nlohmann::json{{"url", "https://a.example/x"}, {"text", text}, {"structure", to_base64(stored.structure)}}
        .dump();
  };
  CHECK(article_of(row(stored.text)).text == "  if x:\n\treturn");
  CHECK(article_of(row(stored.text)).structure == stored.structure);
  CHECK(article_of(row("Other words.")).structure.empty());
  CHECK(article_of(R"({"url": "https://a.example/x", "text": "x", "structure": "%%"})").structure.empty());
}

TEST_CASE("import row: any name gives a source id", "[crawl]") {
  CHECK(source_id_of("Ahead of AI (Sebastian Raschka)") == "ahead-of-ai-sebastian-raschka");
  CHECK(source_id_of("--x--") == "x");
  CHECK(source_id_of("闲记").empty());
  CHECK(source_id_of(std::string(100, 'a')).size() == 40);
}

} // namespace import_row_test
