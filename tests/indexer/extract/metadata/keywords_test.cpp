// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;
using Words = std::vector<std::string>;

namespace {

Words from_meta(const char* name, const char* content) {
  MetadataSignals signals;
  signals.metas.push_back({name, content});
  return page_keywords(signals, nullptr);
}

} // namespace

TEST_CASE("keywords: a list is split at commas, or at semicolons if it has no comma", "[keywords]") {
  CHECK(from_meta("keywords", "a b, c,,  d ") == Words{"a b", "c", "d"});
  CHECK(from_meta("keywords", "a; b;c") == Words{"a", "b", "c"});
  CHECK(from_meta("keywords", "a; b, c") == Words{"a; b", "c"});
  CHECK(from_meta("keywords", ",").empty());
  CHECK(from_meta("keywords", "").empty());
}

TEST_CASE("keywords: an article:tag is one keyword, the other elements are lists", "[keywords]") {
  CHECK(from_meta("article:tag", "Paris, France") == Words{"Paris, France"});
  for (const char* name : {"keywords", "news_keywords", "sailthru.tags", "parsely-tags", "citation_keywords"}) {
    CAPTURE(name);
    CHECK(from_meta(name, "a,b") == Words{"a", "b"});
  }
  CHECK(from_meta("description", "a,b").empty());
}

TEST_CASE("keywords: meta elements come before JSON-LD, and that before links", "[keywords]") {
  MetadataSignals signals;
  signals.tag_links = {"link", "shared"};
  signals.metas = {{"keywords", "list, shared"}, {"article:tag", "tag"}};
  JsonLdItem item;
  item.keywords = {"item", "list"};
  CHECK(page_keywords(signals, &item) == Words{"list", "shared", "tag", "item", "link"});
}

TEST_CASE("keywords: they are cleaned, and differ by case", "[keywords]") {
  CHECK(from_meta("keywords", "R&amp;D, r&amp;d,  <b>bold</b>") == Words{"R&D", "r&d", "bold"});
}

TEST_CASE("keywords: a keyword has at most 100 bytes, a list at most 60", "[keywords]") {
  Words words;
  add_keyword(words, std::string(100, 'x'));
  add_keyword(words, std::string(101, 'y'));
  CHECK(words == Words{std::string(100, 'x')});
  for (int i = 0; i < 100; ++i) add_keyword(words, std::to_string(i));
  CHECK(words.size() == 60);
  CHECK(words.back() == "58");
}
