// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pipeline/export_row.h"
#include "shared/article/article_record.h"
#include "shared/base/json.h"
#include "shared/content/stored_content.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace export_row_test {

using namespace trawl;
using namespace trawl::crawl;
using Json = nlohmann::json;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

/// Any text of one line that an article may have.
std::string some_text(std::mt19937& random, bool has_lines = false) {
  static const std::vector<std::string> kPieces{"a", "\"", "\\", "{}", "é", "😀", " ", "  ", "\u2028", "null", "</p>"};
  std::string text = "x";
  for (std::size_t left = random() % 8; left > 0; --left) {
    text += has_lines && random() % 3 == 0 ? (random() % 2 == 0 ? "\n\n  " : "\t") : kPieces[random() % kPieces.size()];
  }
  return text;
}

std::optional<Date> some_date(std::mt19937& random) {
  if (random() % 4 == 0) return std::nullopt;
  const Moment time = kNow - std::chrono::hours(random() % 90'000);
  if (random() % 2 == 0)
    return Date{time, DatePrecision::Second, std::chrono::minutes(random() % 1'681) - std::chrono::minutes(840)};
  return Date{std::chrono::floor<std::chrono::days>(time), DatePrecision::Day};
}

std::vector<std::string> some_texts(std::mt19937& random) {
  std::vector<std::string> list;
  for (std::size_t left = random() % 4; left > 0; --left) list.push_back(some_text(random));
  return list;
}

Article some_article(std::mt19937& random) {
  const auto url = [&] { return "https://e.org/" + std::to_string(random() % 100); };
  Article article;
  article.id = "00112233445566aa";
  if (random() % 4 != 0) article.url = url();
  article.title = some_text(random);
  article.source = "blog-" + std::to_string(random() % 3);
  article.authors = some_texts(random);
  article.affiliations = some_texts(random);
  article.published = some_date(random);
  article.updated = some_date(random);
  article.indexed = kNow - std::chrono::seconds(random() % 1'000'000);
  article.category = random() % 2 == 0 ? "research" : "";
  article.tags = some_texts(random);
  article.language = random() % 2 == 0 ? "ko" : "";
  article.text = some_text(random, true);
  article.captions = some_texts(random);
  if (random() % 2 == 0) article.structure = content::pack(content::of_text(article.text)).structure;
  article.image = random() % 2 == 0 ? "https://e.org/i.png?a=" + some_text(random) : "";
  article.words = random() % 5000;
  article.reading_minutes = 1 + static_cast<int>(random() % 30);
  if (random() % 2 == 0) article.aliases = {"00112233445566bb", url()};
  if (random() % 2 == 0) article.copies = {{url(), "blog-1", some_text(random)}, {url(), "", ""}};
  if (random() % 2 == 0) article.provenance = {{"title", some_text(random)}, {"category", "guessed", 41}};
  return article;
}

} // namespace

TEST_CASE("export row: any article comes back, byte for byte in every field", "[crawl]") {
  std::mt19937 random(11);
  for (int round = 0; round < 2'000; ++round) {
    CAPTURE(round);
    const Article article = some_article(random);
    const auto row = parse_json(to_export_row(article, {}));
    auto back = from_export_row(row, kNow);
    REQUIRE(back);
    back->site = article.site; // made from the address
    CHECK(to_record(*back) == to_record(article));
  }
}

TEST_CASE("export row: every field of a stored article is in the row", "[crawl]") {
  std::mt19937 random(14);
  const Article article = some_article(random);
  const std::string record = to_record(article);
  const auto stored = parse_json(record.substr(0, record.find('\n')));
  const auto row = parse_json(to_export_row(article, {}));
  for (const auto& [name, value] : stored.items()) {
    if (name == "v" || name == "site") continue; // of the form, and made from the address
    CAPTURE(name);
    CHECK(row.contains(name == "minutes" ? "reading_minutes" : name));
  }
}

TEST_CASE("export row: captions and alternative texts are fields that other programs can read", "[crawl]") {
  Article article;
  article.text = "One.";
  CHECK_FALSE(parse_json(to_export_row(article, {})).contains("image_texts"));
  const auto packed =
      content::pack({{.kind = content::Kind::Paragraph, .children = {{.kind = content::Kind::Text, .text = "One."}}},
                     {.kind = content::Kind::Picture, .text = "Loss by step", .attribute = "https://e.org/1.png"}});
  article.text = packed.text;
  article.structure = packed.structure;
  CHECK(parse_json(to_export_row(article, {}))["image_texts"] == Json{"Loss by step"});
}

TEST_CASE("export row: labels of the article's source and of its copies' are named", "[crawl]") {
  Article article;
  article.source = "a";
  article.copies = {{"https://e.org/1", "b", ""}, {"https://e.org/2", "c", ""}};
  const auto row = parse_json(to_export_row(article, {{"a", "Blog A"}, {"b", "Blog B"}, {"d", "Blog D"}}));
  CHECK(labels_of_export_row(row) == SourceLabels{{"a", "Blog A"}, {"b", "Blog B"}});
  CHECK(labels_of_export_row(Json::parse(R"({"labels": {"a": "Blog A"}})")).empty()); // not of an export
  CHECK(labels_of_export_row(Json::parse(R"({"trawl": 1, "labels": {"A b": "x", "a": 1, "b": "\u001b"}})")).empty());
}

TEST_CASE("export row: rows of other origin, and those that are not articles, are not taken as they are", "[crawl]") {
  std::mt19937 random(12);
  Article article = some_article(random);
  article.url = "https://e.org/1";
  const auto good = parse_json(to_export_row(article, {}));
  REQUIRE(from_export_row(good, kNow));
  struct Change {
    const char* field;
    Json value;
  };
  for (const Change& change : {Change{"trawl", 2},
                               {"trawl", "1"},
                               {"id", "x"},
                               {"id", nullptr},
                               {"url", "javascript:alert(1)"},
                               {"url", "https://e.org/1#fragment"},
                               {"source", "Not an id"},
                               {"title", ""},
                               {"text", "\a"}}) {
    CAPTURE(change.field, change.value.dump());
    auto row = good;
    row[change.field] = change.value;
    CHECK_FALSE(from_export_row(row, kNow));
  }
  CHECK_FALSE(from_export_row(Json::array(), kNow));
}

TEST_CASE("export row: members of another type or with control characters do no harm", "[crawl]") {
  std::mt19937 random(13);
  const auto good = parse_json(to_export_row(some_article(random), {}));
  const std::vector<Json> values{nullptr,
                                 1,
                                 -1,
                                 1.5,
                                 "x\x1b[31m",
                                 Json::array({1, nullptr, "\x07", Json::object()}),
                                 Json::object({{"url", 1}}),
                                 std::string(100'000, '\x01')};
  for (const auto& [name, unused] : good.items()) {
    for (const auto& value : values) {
      auto row = good;
      row[name] = value;
      const auto article = from_export_row(row, kNow);
      if (!article) continue;
      const std::string record = to_record(*article);
      CHECK_FALSE(record.contains("\\u00"));
      CHECK(article->reading_minutes >= 1);
      CHECK(article->indexed <= kNow);
    }
  }
}

} // namespace export_row_test
