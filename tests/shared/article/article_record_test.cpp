// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_members.h"
#include "shared/article/article_record.h"
#include "tests/support/flipped_bit.h"

#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl;

namespace {

/// An article with a value in every field.
Article full_article() {
  Article article;
  article.id = "00112233445566aa";
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
  article.captions = {"Figure 1: what it \"says\"", "Figure 2"};
  article.structure = std::string("\1\0\n\xFF", 4);
  article.image = "https://e.org/i.png";
  article.words = 3;
  article.reading_minutes = 2;
  article.aliases = {"https://e.org/old"};
  article.copies = {{"https://f.org/a", "meta", "Monarch, again"}};
  article.provenance = {{"title", "og:title"}};
  return article;
}

nlohmann::ordered_json fields_of(const std::string& record) {
  return nlohmann::ordered_json::parse(record.substr(0, record.find('\n')));
}

void check_equal(const Article& a, const Article& b) {
  for_each_member(a, [&]<typename Value>(const Member& member, const Value& value) {
    for_each_member(b, [&]<typename Other>(const Member& other, const Other& same) {
      if constexpr (std::is_same_v<Value, Other>) {
        INFO(member.name);
        if (member.name == other.name) CHECK(value == same);
      }
    });
  });
  CHECK(a.text == b.text);
  CHECK(a.structure == b.structure);
}

/// Text that JSON must escape, or that could be taken for the end of the first line.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces{"a", "\n", "\"", "\\", "{}", "é", "😀", "\t", "\x01", "\u2028", "null"};
  std::string text;
  for (std::size_t left = random() % 6; left > 0; --left) text += kPieces[random() % kPieces.size()];
  return text;
}

} // namespace

// The form of docs/formats.md: records of an earlier run must be readable.
TEST_CASE("article record: its first line is compact JSON, the text and its structure follow as they are",
          "[article]") {
  CHECK(
      to_record(full_article()) ==
      R"({"v":2,"id":"00112233445566aa","url":"https://e.org/a","title":"Monarch: “an API”\nto your supercomputer",)"
      R"("source":"pytorch","site":"e.org","authors":["Ziyang Li","The PyTorch Team"],"affiliations":["Meta"],)"
      R"("captions":["Figure 1: what it \"says\"","Figure 2"],)"
      R"("published":"2026-04-08","updated":"2026-04-09T10:00:00Z","indexed":"2026-04-10T10:00:00Z",)"
      R"("category":"infra","tags":["gpu","training"],"language":"en","image":"https://e.org/i.png","words":3,)"
      R"("minutes":2,"aliases":["https://e.org/old"],"copies":[["https://f.org/a","meta","Monarch, again"]],"provenance":[["title","og:title"]]})"
      "\nOne.\n\nTwo {\"json\"}.\n" +
          std::string("\0\1\0\n\xFF", 5));
}

TEST_CASE("article record: every field of a full article, one that is gone and an empty one is read back",
          "[article]") {
  Article gone = full_article();
  gone.gone_since = gone.indexed;
  for_each_member(gone, [](const Member& member, const auto& value) {
    INFO(member.name);
    CHECK_FALSE(is_empty(value)); // a new member needs a value here
  });
  for (const Article& article : {full_article(), gone, Article{}}) {
    const auto back = from_record(to_record(article));
    REQUIRE(back);
    check_equal(*back, article);
  }
}

TEST_CASE("article record: any text survives, in any field", "[article]") {
  constexpr unsigned kSeed = 71;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 1'000; ++round) {
    Article article = full_article();
    article.title = random_text(random);
    article.authors.assign(random() % 3, random_text(random));
    article.tags.assign(random() % 3, random_text(random));
    article.text = random_text(random);
    article.copies.assign(random() % 3, {random_text(random), random_text(random)});
    article.provenance.assign(random() % 3,
                              {random_text(random), random_text(random), static_cast<int>(random() % 100)});
    article.words = random();
    INFO("seed " << kSeed << ", round " << round);
    const std::string record = to_record(article);
    const auto back = from_record(record);
    REQUIRE(back);
    check_equal(*back, article);
    REQUIRE(text_of_record(record) == article.text);
  }
}

TEST_CASE("article record: invalid UTF-8 in a field is repaired", "[article]") {
  Article article = full_article();
  article.title = "a\xFFz";
  article.authors = {"\xC3"};
  const auto back = from_record(to_record(article));
  REQUIRE(back);
  CHECK(back->title == "a\uFFFDz");
  CHECK(back->authors.at(0) == "\uFFFD");
}

TEST_CASE("article record: the fields can be read without the text, and the text without the fields", "[article]") {
  const std::string record = to_record(full_article());
  const auto fields = from_record(record, ArticlePart::Fields);
  REQUIRE(fields);
  CHECK(fields->text.empty());
  CHECK(fields->title == full_article().title);
  CHECK(text_of_record(record) == full_article().text);
  CHECK(text_of_record(record).data() == record.data() + record.find('\n') + 1); // a view, not a copy
  CHECK(text_of_record("no line end").empty());
  CHECK(text_of_record("").empty());
}

TEST_CASE("article record: a record with a missing field, or one of another type, is rejected", "[article]") {
  const auto fields = fields_of(to_record(full_article()));
  for (const auto& [name, value] : fields.items()) {
    INFO(name);
    auto changed = fields;
    changed.erase(name);
    CHECK_FALSE(from_record(changed.dump() + "\ntext"));
    // An invalid date counts as an unknown date, so any type is accepted there.
    if (name == "published" || name == "updated" || name == "indexed") continue;
    changed = fields;
    changed[name] = value.is_number() ? nlohmann::ordered_json("1") : nlohmann::ordered_json(1);
    const auto read = from_record(changed.dump() + "\ntext");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("article record: a member unknown to this version is ignored", "[article]") {
  auto fields = fields_of(to_record(full_article()));
  fields["score"] = 7;
  CHECK(from_record(fields.dump() + "\ntext")->text == "text");
}

TEST_CASE("article record: another version is rejected, and the error says what to do", "[article]") {
  auto fields = fields_of(to_record(full_article()));
  for (const nlohmann::ordered_json& version :
       {nlohmann::ordered_json(1), nlohmann::ordered_json(3), nlohmann::ordered_json("1"), nlohmann::ordered_json(),
        nlohmann::ordered_json(1.5)}) {
    INFO(version);
    fields["v"] = version;
    const auto read = from_record(fields.dump() + "\n");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::Malformed);
    CHECK(read.error().hint == "run `trawl index rebuild`");
  }
}

TEST_CASE("article record: bytes that are not a record are refused", "[article]") {
  for (const char* bytes : {"", "x", "{}", "{\"v\":9}\ntext", "{\"v\":1}\ntext", "[1]\n"}) {
    CHECK(from_record(bytes).error().code == ErrorCode::Malformed);
  }
}

TEST_CASE("article record: a record with changed or missing bytes is read or rejected", "[article]") {
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
