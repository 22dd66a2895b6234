// SPDX-License-Identifier: GPL-3.0-or-later
// Each field of an import row at its limits.
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "shared/article/article_id.h"
#include "shared/base/utf8.h"

#include <random>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace import_fields_test {

using namespace trawl;
using namespace trawl::crawl;
using Json = nlohmann::json;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

Article article_with(const Json& fields) {
  Json row = {{"url", "https://a.example/x"}, {"text", "Some text."}};
  row.update(fields);
  Knowledge knowledge;
  knowledge.topics = enrich::Topics::parse(R"({"categories": [], "tags": []})").value();
  const auto input = read_row(row.dump(), "", kNow);
  REQUIRE(input);
  const auto article = article_of_row(*input, knowledge);
  REQUIRE(article);
  return *article;
}

} // namespace

TEST_CASE("import fields: text keeps its white space, so that code stays code", "[crawl]") {
  struct Row {
    const char* given;
    const char* text;
  };
  for (const Row& row : {
           Row{"one", "one"},
           {"  one  two  ", "  one  two"},
           {"one\r\ntwo", "one\ntwo"},
           {"def f():\n    if x:\n\treturn  1 \t\n", "def f():\n    if x:\n\treturn  1"},
           {"if x:\n\n\n\treturn", "if x:\n\n\n\treturn"},
           {"one \n two", "one \n two"},
           {"\n \n  one\n\n", "  one"},
           {"one\ttwo\x0B\x0Cthree\x7F", "one\ttwo  three"},
           {"é 家 😀 e\u0301", "é 家 😀 e\u0301"},
       }) {
    INFO(row.given);
    CHECK(article_with({{"text", row.given}}).text == row.text);
    CHECK(article_with({{"text", row.text}}).text == row.text); // clean text stays as it is
  }
}

TEST_CASE("import fields: long values are cut between characters", "[crawl]") {
  std::string wide;
  for (int i = 0; i < 600; ++i) wide += "家";
  CHECK(article_with({{"title", wide}}).title == wide.substr(0, 500 * 3));
  CHECK(article_with({{"authors", Json::array({wide})}}).authors.front().size() == 200 * 3);
  CHECK(article_with({{"tags", Json::array({wide})}}).tags.front().size() == 64 * 3);
  std::string long_text;
  while (long_text.size() < kMaxArticleText + 10) long_text += "家";
  const auto article = article_with({{"text", long_text}});
  CHECK(article.text.size() <= kMaxArticleText);
  CHECK(article.text.size() > kMaxArticleText - 4);
  CHECK(utf8::is_valid(article.text));
}

TEST_CASE("import fields: a list may be one text, and blanks, doubles and other types are dropped", "[crawl]") {
  using List = std::vector<std::string>;
  CHECK(article_with({{"authors", "Ada"}}).authors == List{"Ada"});
  CHECK(article_with({{"authors", {" Ada ", "Ada", "", "  ", 7, nullptr, Json::object(), "Bob"}}}).authors ==
        List{"Ada", "Bob"});
  CHECK(article_with({{"authors", Json::object()}}).authors.empty());
  CHECK(article_with({{"tags", "GPU"}}).tags == List{"gpu"});
  Json many = Json::array();
  for (int i = 0; i < 40; ++i) many.push_back("Author " + std::to_string(i));
  const auto authors = article_with({{"authors", many}}).authors;
  CHECK(authors.size() == 32);
  CHECK(authors.back() == "Author 31");
}

TEST_CASE("import fields: dates in the forms that feeds use", "[crawl]") {
  struct Row {
    Json given;
    const char* date; ///< "" for none
  };
  for (const Row& row : {
           Row{"2026-04-08", "2026-04-08"},
           {"2026-04-08T10:00:00Z", "2026-04-08T10:00:00Z"},
           {"2026-04-08T10:00:00+02:00", "2026-04-08T10:00:00+02:00"},
           {"Wed, 08 Apr 2026 10:00:00 GMT", "2026-04-08T10:00:00Z"},
           {"  2026-04-08 ", "2026-04-08"},
           {"", ""},
           {"soon", ""},
           {"2026-13-40", ""},
           {1775606400, "2026-04-08T00:00:00Z"},
           {nullptr, ""},
       }) {
    INFO(row.given);
    const auto published = article_with({{"published", row.given}}).published;
    CHECK((published ? to_text(*published) : "") == row.date);
  }
}

TEST_CASE("import fields: what is not known is not taken", "[crawl]") {
  CHECK(article_with({{"category", "research"}}).category == "research");
  CHECK(article_with({{"category", "Research"}}).category == "research");
  CHECK(article_with({{"category", "cooking"}}).category.empty());
  CHECK(article_with({{"language", "de-AT"}}).language == "de");
  CHECK(article_with({{"image", "https://e.org/i.png"}}).image == "https://e.org/i.png");
  CHECK(article_with({{"image", "i.png"}}).image.empty());
  CHECK(article_with({{"image", "data:image/png;base64,xx"}}).image.empty());
  CHECK(article_with({{"unknown", {1, 2}}, {"words", 99999}}).words == 2); // of the text
}

TEST_CASE("import fields: a source is the row's, else the given one, else the site", "[crawl]") {
  const auto source = [](const Json& row, const char* given) { return read_row(row.dump(), given, kNow)->source; };
  const Json plain = {{"url", "https://www.a.example/x"}, {"text", "t"}};
  Json own = plain;
  own["source"] = "Own Name";
  CHECK(source(own, "given") == "own-name");
  CHECK(source(plain, "given") == "given");
  CHECK(source(plain, "Given Name") == "given-name");
  CHECK(source(plain, "") == "a-example");
  CHECK(source({{"text", "t"}}, "") == "import");
  own["source"] = "家";
  CHECK(source(own, "given") == "import");
}

TEST_CASE("import fields: a row may be as deep as 32 levels", "[crawl]") {
  const auto nested = [](int depth) {
    return R"({"text":"t","x":)" + std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']') + "}";
  };
  CHECK(read_row(nested(31), "", kNow));
  CHECK_FALSE(read_row(nested(33), "", kNow));
  CHECK_FALSE(read_row(nested(100'000), "", kNow));
}

TEST_CASE("import fields: a row is at most 4 MiB", "[crawl]") {
  const std::string begin = R"({"text":"t"})";
  CHECK(read_row(begin + std::string(kMaxRowBytes - begin.size(), ' '), "", kNow));
  CHECK_FALSE(read_row(begin + std::string(kMaxRowBytes - begin.size() + 1, ' '), "", kNow));
}

TEST_CASE("import fields: an id made from any bytes is valid or empty", "[crawl]") {
  const unsigned seed = 20260707;
  std::mt19937 random(seed);
  for (int round = 0; round < 2'000; ++round) {
    std::string text;
    for (auto count = random() % 60; count > 0; --count) text += static_cast<char>(random() % 256);
    const std::string id = source_id_of(text);
    INFO("seed " << seed << ", round " << round);
    REQUIRE((id.empty() || is_source_id(id)));
    REQUIRE(source_id_of(id) == id);
  }
}

} // namespace import_fields_test
