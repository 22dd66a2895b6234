// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "tests/support/flipped_bit.h"

#include <catch2/catch.hpp>

using namespace trawl;

TEST_CASE("article: the id is the first 64 bits of SHA-256 of the canonical URL", "[article]") {
  CHECK(article_id("https://pytorch.org/blog/monarch/") == article_id("https://pytorch.org/blog/monarch/"));
  CHECK(is_article_id(article_id("https://pytorch.org/blog/monarch/")));
  CHECK_FALSE(is_article_id("../../etc/passwd"));
  CHECK_FALSE(is_article_id("0123456789ABCDEF"));
  CHECK(is_source_id("fast-ai"));
  CHECK_FALSE(is_source_id("Fast"));
  CHECK_FALSE(is_source_id(std::string(41, 'a')));
}

TEST_CASE("article: a record gives back every field", "[article]") {
  Article article;
  article.id = article_id("https://e.org/a");
  article.url = "https://e.org/a";
  article.title = "Monarch: “an API”\nto your supercomputer";
  article.source = "pytorch";
  article.site = "e.org";
  article.authors = {"Ziyang Li", "The PyTorch Team"};
  article.affiliations = {"Meta"};
  article.published = parse_rfc3339("2026-04-08");
  article.updated = parse_rfc3339("2026-04-09T10:00:00Z");
  article.indexed = parse_rfc3339("2026-04-10T10:00:00Z")->time;
  article.category = "infra";
  article.tags = {"gpu", "training"};
  article.language = "en";
  article.text = "One.\n\nTwo {\"json\"}.\n";
  article.image = "https://e.org/i.png";
  article.words = 3;
  article.reading_minutes = 2;
  article.copies = {{"https://f.org/a", "meta"}};
  article.provenance = {{"title", "og:title"}};
  const std::string record = to_record(article);
  const auto back = from_record(record);
  REQUIRE(back);
  CHECK(to_record(*back) == record);
  CHECK(back->text == article.text);
  CHECK(back->published->precision == DatePrecision::Day);
  CHECK(from_record(record, RecordPart::Fields)->text.empty());
  CHECK(text_of_record(record) == article.text);
}

TEST_CASE("article: bytes that are no record are refused with a sentence", "[article]") {
  for (const char* bytes : {"", "x", "{}", "{\"v\":9}\ntext", "{\"v\":1}\ntext", "[1]\n"}) {
    CHECK(from_record(bytes).error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("article: a record with changed or missing bytes is read or refused, never more", "[article]") {
  Article article;
  article.id = "00112233445566aa";
  article.url = "https://example.org/a";
  article.title = "Title";
  article.copies = {{"https://f.org/a", "meta"}};
  article.text = "Text.";
  const std::string record = to_record(article);
  for (std::size_t size = 0; size < record.find('\n'); ++size) CHECK_FALSE(from_record(record.substr(0, size)));
  for (std::size_t bit = 0; bit < 8 * record.size(); ++bit) {
    const auto back = from_record(test::with_flipped_bit(record, bit));
    if (!back) CHECK(back.error().code == ErrorCode::Malformed);
  }
}
