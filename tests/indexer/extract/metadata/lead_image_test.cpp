// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/page_metadata.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

const std::string kBase = "https://example.org/blog/";

ImageSignal image(const char* url, std::uint8_t places = kInArticle, int width = 0) { return {url, places, width}; }

std::string chosen(MetadataSignals signals, const JsonLdItem* item = nullptr) {
  return lead_image(signals, item, kBase);
}

std::string chosen_from(std::vector<ImageSignal> images) {
  MetadataSignals signals;
  signals.images = std::move(images);
  return chosen(std::move(signals));
}

} // namespace

TEST_CASE("lead image: the signals are tried in order", "[lead_image]") {
  JsonLdItem item;
  item.image = "json-ld.png";
  MetadataSignals signals;
  CHECK(chosen(signals).empty());
  signals.images.push_back(image("article.png"));
  CHECK(chosen(signals) == kBase + "article.png");
  signals.links.push_back({"image_src", "link.png"});
  CHECK(chosen(signals) == kBase + "link.png");
  signals.metas.push_back({"thumbnail", "thumbnail.png"});
  CHECK(chosen(signals) == kBase + "thumbnail.png");
  signals.metas.push_back({"twitter:image", "twitter.png"});
  CHECK(chosen(signals) == kBase + "twitter.png");
  CHECK(chosen(signals, &item) == kBase + "json-ld.png");
  signals.metas.push_back({"og:image:secure_url", "secure.png"});
  CHECK(chosen(signals, &item) == kBase + "secure.png");
  signals.metas.push_back({"og:image", "open-graph.png"});
  CHECK(chosen(signals, &item) == kBase + "open-graph.png");
}

TEST_CASE("lead image: if an address cannot be used, the next signal is", "[lead_image]") {
  const std::string unusable = "data:image/png;base64,AAAA";
  JsonLdItem item;
  item.image = unusable;
  MetadataSignals signals;
  signals.metas = {{"og:image", unusable}, {"twitter:image", unusable}};
  signals.links.push_back({"image_src", unusable});
  signals.images = {image(unusable.c_str()), image("article.png")};
  CHECK(chosen(signals, &item) == kBase + "article.png");
}

TEST_CASE("lead image: only images of the article count, not those in boilerplate or comments", "[lead_image]") {
  CHECK(chosen_from({image("a.png", 0)}).empty());
  CHECK(chosen_from({image("a.png", kInHeader)}).empty());
  CHECK(chosen_from({image("a.png", kInArticle | kInBoilerplate)}).empty());
  CHECK(chosen_from({image("a.png", kInArticle | kInComments)}).empty());
  CHECK(chosen_from({image("a.png", kInArticle | kInQuote)}) == kBase + "a.png"); // in a figure
}

TEST_CASE("lead image: an image of less than 200 pixels is small, one without a width is not", "[lead_image]") {
  CHECK(chosen_from({image("a.png", kInArticle, 199), image("b.png", kInArticle, 200)}) == kBase + "b.png");
  CHECK(chosen_from({image("a.png", kInArticle, 0)}) == kBase + "a.png");
  CHECK(chosen_from({image("a.png", kInArticle, 1)}).empty());
}

TEST_CASE("lead image: addresses are cleaned and resolved", "[lead_image]") {
  MetadataSignals signals;
  signals.metas.push_back({"og:image", " /i.png?w=1&amp;h=2 "});
  CHECK(chosen(signals) == "https://example.org/i.png?w=1&h=2");
}
