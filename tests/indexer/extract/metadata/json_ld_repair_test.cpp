// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/json_ld.h"

#include <random>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace trawl::extract;

namespace {

/// A block without numbers and literals, which cannot be completed when they are cut.
const std::string kBlock =
    R"({"@context":"https://schema.org","@graph":[{"@type":"NewsArticle","headline":"The \"best\" model \u00e9",)"
    R"("author":[{"name":"Ann Lee"},{"name":"Bo Ek"}],"keywords":["a","b"],"x":{}},{"@type":"WebSite","name":"Site"}]})";

bool parses(const std::string& json) { return nlohmann::json::accept(json); }

} // namespace

TEST_CASE("json-ld repair: a block can end anywhere", "[json-ld]") {
  for (std::size_t size = 1; size <= kBlock.size(); ++size) {
    INFO("the first " << size << " bytes: " << kBlock.substr(0, size));
    const auto items = read_json_ld(kBlock.substr(0, size));
    REQUIRE(items);
    if (size > kBlock.find(" model") + 6) CHECK(items->front().headline.starts_with("The \"best\" model"));
  }
}

TEST_CASE("json-ld repair: each kind of damage by itself", "[json-ld]") {
  struct Row {
    const char* broken;
    const char* repaired;
  };
  const Row rows[] = {
      {R"({"a":1,})", R"({"a":1})"},
      {R"([1,2,])", R"([1,2])"},
      {R"({"a":[1,,2]})", R"({"a":[1,2]})"},
      {R"([,1])", R"([1])"},
      {R"({"a":,"b":1})", R"({"a":null,"b":1})"},
      {R"({"a":1,"b":})", R"({"a":1,"b":null})"},
      {R"({"a": })", R"({"a": null})"},
      {R"({"a":1};)", R"({"a":1})"},
      {R"({"a":1}}})", R"({"a":1})"},
      {R"({"a":[1})", R"({"a":[1]})"},
      {R"({"a":1)", R"({"a":1})"},
      {R"({"a":"b)", R"({"a":"b"})"},
      {R"({"a":)", R"({"a":null})"},
      {R"({"a")", R"({"a":null})"},
      {R"({"a":"b","c)", R"({"a":"b","c":null})"},
      {R"(var x = {"a":1})", R"({"a":1})"},
      {"{\"a\":\"b\tc\nd\"}", R"({"a":"b c d"})"},
      {"{\"a\":1 // why\n}", "{\"a\":1 }"},
      {R"({"a":1 /* why */})", R"({"a":1 })"},
      {R"({"a":"it\'s"})", R"({"a":"it's"})"},
      {R"({"a":"\u12"})", R"({"a":"\\u12"})"},
      {R"({"a":"say "hi" now"})", R"({"a":"say \"hi\" now"})"},
      {"//<![CDATA[\n{\"a\":1}\n//]]>", R"({"a":1})"},
      {"<!-- [1] -->", "[1]"},
      {"", ""},
      {"no braces", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.broken);
    const std::string repaired = repair_json(row.broken);
    CHECK(repaired == row.repaired);
    CHECK(parses(repaired) == !repaired.empty());
  }
}

TEST_CASE("json-ld repair: an address in a string is not a comment", "[json-ld]") {
  const std::string block = R"({"url":"https://a.org/*x*/",})";
  CHECK(repair_json(block) == R"({"url":"https://a.org/*x*/"})");
}

TEST_CASE("json-ld repair: valid JSON stays as it is", "[json-ld]") {
  for (const std::string& block :
       {kBlock, std::string("[]"), std::string(R"({"a":[{"b":[]},null,true,-1.5e3,"\\\""]})"),
        std::string(R"({"a" : "b, c: {d} [e]", "f":"" })")}) {
    CAPTURE(block);
    CHECK(repair_json(block) == block);
  }
}

TEST_CASE("json-ld repair: repairing twice changes nothing more", "[json-ld]") {
  static constexpr std::string_view kParts[] = {"{", "}",  "[",  "]", "\"", ":",  ",", "a",
                                                "1", "\\", "\n", " ", "//", "/*", "*/"};
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    std::mt19937 random(seed);
    std::string block = "{";
    const std::size_t count = random() % 20;
    for (std::size_t i = 0; i < count; ++i) block += kParts[random() % std::size(kParts)];
    const std::string once = repair_json(block);
    if (!parses(once)) continue; // not every damage can be repaired
    INFO("seed " << seed << ": " << block);
    CHECK(repair_json(once) == once);
  }
}

TEST_CASE("json-ld repair: hostile blocks take linear time", "[json-ld][limits]") {
  const auto times = [](int count, const std::string& part) {
    std::string out;
    for (int i = 0; i < count; ++i) out += part;
    return out;
  };
  // Looking back over the blanks, or at all open brackets, for each character would take minutes.
  for (const std::string& block : {"{" + times(500'000, ", "), times(500'000, "{") + times(500'000, "]"),
                                   "{\"a\":\"" + times(500'000, "\" "), "[" + times(500'000, "/*x*/ ,")}) {
    CHECK(repair_json(block).size() <= 2 * block.size());
  }
}

TEST_CASE("json-ld repair: a thousand open brackets are closed, more end the block", "[json-ld][limits]") {
  const std::string thousand(1'000, '[');
  CHECK(repair_json(thousand) == thousand + std::string(1'000, ']'));
  CHECK(repair_json(thousand + "[[[1]]]").size() == 2'002);
}
