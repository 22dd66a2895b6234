// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/html_tokenizer.h"

#include <catch2/catch.hpp>

#include <random>
#include <string>

using namespace trawl::feed;

namespace {

/// The tags as text: "a href=[x]", "/a".
std::string tags_of(std::string_view html) {
  std::string out;
  HtmlTokenizer tokenizer(html);
  while (const auto tag = tokenizer.next()) {
    if (!out.empty()) out += " | ";
    out += (tag->is_end ? "/" : "") + tag->name;
    for (const auto& [name, value] : tag->attributes) out += " " + name + "=[" + value + "]";
  }
  return out;
}

} // namespace

TEST_CASE("html tokenizer: attributes may be written in every way that HTML allows", "[html_tokenizer]") {
  struct Row {
    std::string_view html, tags;
  };
  const Row rows[] = {
      {"<a href=x>", "a href=[x]"},
      {"<a href='x y'>", "a href=[x y]"},
      {"<a href=\"x>y\">", "a href=[x>y]"},
      {"<A HREF = X>", "a href=[X]"},
      {"<a\n\thref\n=\n'x'\n>", "a href=[x]"},
      {"<a b c='d' e>", "a b=[] c=[d] e=[]"},
      {"<a b=>", "a b=[]"},
      {"<a b=''>", "a b=[]"},
      {"<a href='?a=1&amp;b=2&#33;'>", "a href=[?a=1&b=2!]"},
      {"<a href=x/y/>", "a href=[x/y/]"},
      {"<br/>", "br"},
      {"<br/id=x>", "br id=[x]"},
      {"<a =b>", "a =b=[]"},
      {"<a b='c'd='e'>", "a b=[c] d=[e]"},
      {"<a b='c\">", "a b=[c\">]"},
      {"<x-y:z data-a=1>", "x-y:z data-a=[1]"},
      {"<a href=x", "a href=[x]"},
  };
  for (const Row& row : rows) {
    INFO(row.html);
    CHECK(tags_of(row.html) == row.tags);
  }
}

TEST_CASE("html tokenizer: only text that begins like a tag is a tag", "[html_tokenizer]") {
  CHECK(tags_of("") == "");
  CHECK(tags_of("a < b <3 <> </> < a>") == "");
  CHECK(tags_of("<") == "");
  CHECK(tags_of("</") == "");
  CHECK(tags_of("text</p>text<p>") == "/p | p");
}

TEST_CASE("html tokenizer: comments, doctypes and instructions are skipped", "[html_tokenizer]") {
  CHECK(tags_of("<!DOCTYPE html><?xml x?><!-- <a> -- > <b> --><i>") == "i");
  CHECK(tags_of("<!-- <a>") == "");
  CHECK(tags_of("<!x <a>") == ""); // a bogus comment ends at the first ">"
  CHECK(tags_of("<![CDATA[<b>]]><i>") == "i");
}

TEST_CASE("html tokenizer: the content of scripts, styles, text areas and templates is skipped", "[html_tokenizer]") {
  CHECK(tags_of("<script>'<a>'</script><i>") == "script | /script | i");
  CHECK(tags_of("<STYLE><a></Style><i>") == "style | /style | i");
  CHECK(tags_of("<textarea></a></b></textarea ><i>") == "textarea | /textarea | i");
  CHECK(tags_of("<template><a></a></template><i>") == "template | /template | i");
  CHECK(tags_of("<script><a>") == "script");
  CHECK(tags_of("</script><a>") == "/script | a"); // an end tag alone hides nothing
  CHECK(tags_of("<title><a></title>") == "title | a | /title");
}

TEST_CASE("html tokenizer: a tag knows where it begins and ends", "[html_tokenizer]") {
  const std::string_view html = "ab<a href='x'>cd</a>";
  HtmlTokenizer tokenizer(html);
  const auto open = tokenizer.next(), close = tokenizer.next();
  REQUIRE((open && close));
  CHECK(html.substr(open->begin, open->end - open->begin) == "<a href='x'>");
  CHECK(html.substr(close->begin, close->end - close->begin) == "</a>");
  CHECK_FALSE(tokenizer.next().has_value());
  CHECK_FALSE(tokenizer.next().has_value());
}

TEST_CASE("html tokenizer: an attribute is found by its name, trimmed, and the first one counts", "[html_tokenizer]") {
  HtmlTokenizer tokenizer("<a Class=' x ' class=y title>");
  const auto tag = tokenizer.next();
  REQUIRE(tag);
  CHECK(tag->attribute("class") == "x");
  CHECK(tag->attribute("title").empty());
  CHECK(tag->attribute("href").empty());
}

TEST_CASE("html tokenizer: a word is found in a list of words, in any case", "[html_tokenizer]") {
  struct Row {
    std::string_view rel, word;
    bool found;
  };
  const Row rows[] = {{"next", "next", true},       {"NEXT", "next", true},       {"x next", "next", true},
                      {"next x", "next", true},     {"x\tnext\ny", "next", true}, {"nextnext next", "next", true},
                      {"next-page", "next", false}, {"pagenext", "next", false},  {"nextnext", "next", false},
                      {"", "next", false},          {"prev", "next", false}};
  for (const Row& row : rows) {
    INFO(row.rel);
    const std::string html = "<a rel='" + std::string(row.rel) + "'>";
    HtmlTokenizer tokenizer(html);
    CHECK(tokenizer.next()->has_word("rel", row.word) == row.found);
  }
}

TEST_CASE("html tokenizer: at most 64 attributes of a tag are kept", "[html_tokenizer][limits]") {
  std::string html = "<a";
  for (int i = 0; i < 100; ++i) html += " a" + std::to_string(i) + "=1";
  html += "><b>";
  HtmlTokenizer tokenizer(html);
  const auto tag = tokenizer.next();
  REQUIRE(tag);
  REQUIRE(tag->attributes.size() == 64);
  CHECK(tag->attributes.back().first == "a63");
  CHECK(tokenizer.next()->name == "b");
}

TEST_CASE("html tokenizer: tags come in order and never overlap, whatever the bytes", "[html_tokenizer]") {
  constexpr unsigned kSeed = 13;
  std::mt19937 random(kSeed);
  const std::string alphabet = "<>/!-='\" aAscript\n\xC3\xA9";
  for (int round = 0; round < 5'000; ++round) {
    std::string html;
    for (auto left = random() % 60; left > 0; --left) html += alphabet[random() % alphabet.size()];
    INFO("seed " << kSeed << ": " << html);
    HtmlTokenizer tokenizer(html);
    std::size_t last_end = 0;
    while (const auto tag = tokenizer.next()) {
      REQUIRE(tag->begin >= last_end);
      REQUIRE(tag->end > tag->begin);
      REQUIRE(tag->end <= html.size());
      REQUIRE(html[tag->begin] == '<');
      REQUIRE_FALSE(tag->name.empty());
      last_end = tag->end;
    }
  }
}
