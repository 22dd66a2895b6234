// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

JsonLdItem item(const char* headline, const char* url = "", JsonLdKind kind = JsonLdKind::Article) {
  JsonLdItem item;
  item.kind = kind;
  item.headline = headline;
  item.url = url;
  return item;
}

/// The headline of the main item, or "none".
std::string main_of(const MetadataSignals& signals, const char* url = "") {
  const JsonLdItem* found = find_main_item(signals, url);
  return found == nullptr ? "none" : found->headline;
}

} // namespace

TEST_CASE("main item: an only article is the main item, whatever its headline", "[main_item]") {
  MetadataSignals signals;
  CHECK(main_of(signals) == "none");
  signals.json_ld = {item("Site", "", JsonLdKind::Site), item("Page", "", JsonLdKind::Page)};
  CHECK(main_of(signals) == "none");
  signals.json_ld.push_back(item("Only one"));
  CHECK(main_of(signals) == "Only one");
}

TEST_CASE("main item: of several articles, the one whose headline agrees with a title of the page", "[main_item]") {
  MetadataSignals signals;
  signals.json_ld = {item("Cats sleep"), item("Parrots talk all day"), item("Dogs bark")};
  CHECK(main_of(signals) == "none");
  SECTION("the title element") { signals.document_title = "Parrots talk all day | Site"; }
  SECTION("og:title") { signals.metas.push_back({"og:title", "Parrots &quot;talk&quot; all day"}); }
  SECTION("an h1 that is a part of the headline") {
    HeadingSignal heading;
    heading.text = "parrots talk";
    signals.headings.push_back(heading);
  }
  CHECK(main_of(signals) == "Parrots talk all day");
}

TEST_CASE("main item: an h2, or a part of a word, is not agreement", "[main_item]") {
  MetadataSignals signals;
  signals.json_ld = {item("Cats sleep"), item("Dogs bark")};
  signals.document_title = "Dogs barked";
  HeadingSignal heading;
  heading.text = "Dogs bark";
  heading.level = 2;
  signals.headings.push_back(heading);
  CHECK(main_of(signals) == "none");
}

TEST_CASE("main item: without agreement the article with the page's address", "[main_item]") {
  MetadataSignals signals;
  signals.json_ld = {item("Cats", "https://example.org/cats"), item("Dogs", "http://example.org/dogs/?utm=1#top")};
  CHECK(main_of(signals, "https://example.org/dogs") == "Dogs");
  CHECK(main_of(signals, "https://example.org/dogs/") == "Dogs");
  CHECK(main_of(signals, "https://example.org/dogs/2") == "none");
  CHECK(main_of(signals, "https://example.org/birds") == "none");
  signals.json_ld[0].url.clear();
  CHECK(main_of(signals, "") == "none"); // an unknown address is not the same as another
}

TEST_CASE("main item: an article without a headline agrees with nothing", "[main_item]") {
  MetadataSignals signals;
  signals.document_title = "Dogs";
  signals.json_ld = {item(""), item("—"), item("Dogs")};
  CHECK(main_of(signals) == "Dogs");
}
