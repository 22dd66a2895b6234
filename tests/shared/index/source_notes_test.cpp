// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/source_notes.h"

#include "shared/base/utf8.h"

#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

const std::string kNote = R"({"id":"a","label":"A","homepage":"","last_success":null,"health":"ok","last_error":"",)"
                          R"("fetches":{},"bytes":0,"gone":0,"pace":0})";

std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces{"a", "\"", "\\", "\n", "\t", "\x01",
                                                "é", "漢", "😀", "/",  "</", "u0000"};
  std::string text;
  for (auto i = random() % 8; i > 0; --i) text += kPieces[random() % kPieces.size()];
  return text;
}

} // namespace

TEST_CASE("source notes: whatever the text of a note, it is read back", "[index]") {
  std::mt19937 random(51);
  for (int round = 0; round < 1'000; ++round) {
    CAPTURE(round);
    std::vector<SourceNote> notes(random() % 4);
    for (SourceNote& note : notes) {
      note = {random_text(random), random_text(random), random_text(random), {},
              random_text(random), random_text(random)};
      for (auto i = random() % 3; i > 0; --i) note.fetches[random_text(random)] = random();
      note.fetched_bytes = note.fetches.empty() ? 0 : random();
      note.gone = random();
      note.pace = std::chrono::seconds(random());
      if (random() % 2 == 0) note.last_success = Moment{std::chrono::seconds(random() % 4'000'000'000)};
    }
    const auto read = source_notes_from_json(to_json(notes));
    REQUIRE(read);
    REQUIRE(*read == notes);
  }
}

TEST_CASE("source notes: an index without notes has no sources", "[index]") {
  CHECK(source_notes_from_json("")->empty());
  CHECK(source_notes_from_json("[]")->empty());
  CHECK(to_json({}) == "[]");
}

TEST_CASE("source notes: text that is not UTF-8 is written as valid JSON", "[index]") {
  const std::string json = to_json({{"a", "\xff\xfe", "", {}, "", "cut \xe6\xbc"}});
  CHECK(utf8::is_valid(json));
  const auto read = source_notes_from_json(json);
  REQUIRE(read);
  CHECK(read->front().label.contains("\uFFFD"));
}

TEST_CASE("source notes: members that are missing or of another type are damage", "[index]") {
  REQUIRE(source_notes_from_json("[" + kNote + "]"));
  struct Row {
    std::string from, to;
  };
  const std::vector<Row> rows{{R"("id":"a",)", ""},
                              {R"("id":"a")", R"("id":1)"},
                              {R"("label":"A")", R"("label":null)"},
                              {R"("homepage":"")", R"("homepage":[])"},
                              {R"("last_success":null,)", ""},
                              {R"("health":"ok")", R"("health":true)"},
                              {R"(,"last_error":"")", ""},
                              {R"("fetches":{},)", ""},
                              {R"("bytes":0,)", ""},
                              {R"(,"pace":0)", ""},
                              {"}]", "]"},
                              {"{", "["}};
  for (const Row& row : rows) {
    std::string json = "[" + kNote + "]";
    json.replace(json.find(row.from), row.from.size(), row.to);
    INFO(json);
    const auto read = source_notes_from_json(json);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::IndexDamaged);
    CHECK(read.error().hint == "run `trawl index rebuild`");
  }
}

TEST_CASE("source notes: a date that cannot be read is unknown, not damage", "[index]") {
  std::string json = "[" + kNote + "]";
  json.replace(json.find("null"), 4, "\"yesterday\"");
  const auto read = source_notes_from_json(json);
  REQUIRE(read);
  CHECK_FALSE(read->front().last_success);
}
