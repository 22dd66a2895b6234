// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/parser_input.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace trawl::html;

namespace {

struct Read {
  StartTag tag;
  std::string attributes; ///< "[name|value]" of each
  std::string rest;
};

Read read(std::string_view html, std::size_t max_attributes = 100) {
  Read result;
  const std::size_t end = read_start_tag(html, 0, max_attributes, result.tag);
  for (const auto& [name, value, source] : result.tag.attributes)
    result.attributes += "[" + std::string(name) + "|" + std::string(value) + "]";
  result.rest = html.substr(end);
  return result;
}

} // namespace

TEST_CASE("start tag: names and attributes are read as they are written", "[start_tag]") {
  struct Row {
    std::string_view html, name, attributes, rest;
  };
  const Row rows[] = {{"<a>b", "a", "", "b"},
                      {"<A Href=X>b", "A", "[Href|X]", "b"},
                      {"<a href='x>y'>b", "a", "[href|x>y]", "b"},
                      {"<a href=\"x'y\" b>c", "a", "[href|x'y][b|]", "c"},
                      {"<a\n b\t=\f'c' d>e", "a", "[b|c][d|]", "e"},
                      {"<a b= >c", "a", "[b|]", "c"},
                      {"<a b=c/d>e", "a", "[b|c/d]", "e"},
                      {"<a b=c/>d", "a", "[b|c/]", "d"},
                      {"<a =b=c>d", "a", "[=b|c]", "d"},
                      {"<a b='c'd='e'>f", "a", "[b|c][d|e]", "f"},
                      {"<a b b=c>d", "a", "[b|][b|c]", "d"},
                      {"<a b=&amp;>c", "a", "[b|&amp;]", "c"},
                      {"<a<b>c", "a<b", "", "c"},
                      {"<a <b>c", "a", "[<b|]", "c"},
                      {"<a \"b\">c", "a", "[\"b\"|]", "c"},
                      {"<h1/>x", "h1", "", "x"}};
  for (const Row& row : rows) {
    INFO(row.html);
    const Read result = read(row.html);
    CHECK(result.tag.name == row.name);
    CHECK(result.attributes == row.attributes);
    CHECK(result.rest == row.rest);
    CHECK(result.tag.has_end);
  }
}

TEST_CASE("start tag: only a slash directly before the end makes the tag self-closing", "[start_tag]") {
  for (const std::string_view html : {"<a/>", "<a />", "<a b/>", "<a b='c'/>", "<a //>"}) {
    INFO(html);
    CHECK(read(html).tag.is_self_closing);
  }
  for (const std::string_view html : {"<a>", "<a/ >", "<a b=c/>", "<a / b>", "<a/b>"}) {
    INFO(html);
    CHECK_FALSE(read(html).tag.is_self_closing);
  }
}

TEST_CASE("start tag: a page may end inside a tag", "[start_tag]") {
  for (const std::string_view html :
       {"<a", "<a ", "<a b", "<a b=", "<a b='", "<a b='c", "<a b='c'", "<a b='c>", "<a/"}) {
    INFO(html);
    const Read result = read(html);
    CHECK_FALSE(result.tag.has_end);
    CHECK(result.rest.empty());
    CHECK(result.tag.name == "a");
  }
}

TEST_CASE("start tag: the sources of the attributes are as in the page", "[start_tag]") {
  const Read result = read("<a  b = 'c' d=e f >x");
  REQUIRE(result.tag.attributes.size() == 3);
  CHECK(result.tag.attributes[0].source == "b = 'c'");
  CHECK(result.tag.attributes[1].source == "d=e");
  CHECK(result.tag.attributes[2].source == "f");
  CHECK(result.tag.attributes_source == "  b = 'c' d=e f ");
}

TEST_CASE("start tag: one attribute more than allowed is read, to show that there are too many",
          "[start_tag][limits]") {
  CHECK(read("<a b c>", 2).tag.attributes.size() == 2);
  CHECK(read("<a b c>", 2).tag.has_end);
  const Read flood = read("<a b c d e f g>", 2);
  CHECK(flood.tag.attributes.size() == 3);
  CHECK_FALSE(flood.tag.has_end);
}

TEST_CASE("start tag: the memory of the last tag is reused, its content is not", "[start_tag]") {
  StartTag tag;
  read_start_tag("<a b='c'/>", 0, 10, tag);
  read_start_tag("<p>", 0, 10, tag);
  CHECK(tag.name == "p");
  CHECK(tag.attributes.empty());
  CHECK_FALSE(tag.is_self_closing);
  CHECK(tag.attributes_source.empty());
}

TEST_CASE("start tag: the name of an end tag is read after its slash", "[start_tag]") {
  CHECK(read_tag_name("</div >", 2) == "div");
  CHECK(read_tag_name("<br/>", 1) == "br");
  CHECK(read_tag_name("<x-y:z>", 1) == "x-y:z");
  CHECK(read_tag_name("<a", 1) == "a");
  CHECK(read_tag_name("<", 1) == "");
}

TEST_CASE("start tag: whatever the bytes, the attributes are inside the tag and in order", "[start_tag]") {
  constexpr unsigned kSeed = 40;
  std::mt19937 random(kSeed);
  const std::string alphabet = "ab=='\"/> \n<&";
  for (int round = 0; round < 5'000; ++round) {
    std::string html = "<a";
    for (auto left = random() % 40; left > 0; --left) html += alphabet[random() % alphabet.size()];
    INFO("seed " << kSeed << ": " << html);
    StartTag tag;
    const std::size_t end = read_start_tag(html, 0, 100, tag);
    REQUIRE(end <= html.size());
    REQUIRE(tag.has_end == (html[end - 1] == '>' && end == 1 + tag.name.size() + tag.attributes_source.size() + 1));
    const char* last = html.data();
    for (const auto& [name, value, source] : tag.attributes) {
      REQUIRE(name.data() >= last);
      REQUIRE(source.data() == name.data());
      REQUIRE(source.size() >= name.size() + value.size());
      last = source.data() + source.size();
      REQUIRE(last <= html.data() + end);
    }
  }
}
