// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals.h"

#include <string>

#include <catch2/catch.hpp>

#include "shared/base/utf8.h"

namespace head_signals_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

MetadataSignals collect(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom);
  return collect_signals(*dom);
}

} // namespace

TEST_CASE("head signals: an element with several names gives several signals", "[head_signals]") {
  const auto signals = collect("<meta name=description property=og:description content=x>");
  CHECK(signals.meta("description") == "x");
  CHECK(signals.meta("og:description") == "x");
}

TEST_CASE("head signals: names are compared in lower case and trimmed", "[head_signals]") {
  CHECK(collect("<meta name=' Author ' content=x>").meta("author") == "x");
  CHECK(collect("<meta NAME=AUTHOR CONTENT=X>").meta("author") == "X");
}

TEST_CASE("head signals: a content of 4,000 bytes is read, the rest is cut", "[head_signals]") {
  const std::string content(4'100, 'x');
  CHECK(collect("<meta name=a content=" + content + ">").meta("a").size() == 4'000);
  CHECK(collect("<title>" + content + "</title>").document_title.size() == 4'000);
  std::string accents;
  for (int i = 0; i < 3'000; ++i) accents += "é";
  CHECK(utf8::is_valid(collect("<title>x" + accents + "</title>").document_title));
}

TEST_CASE("head signals: a date in microdata is a date, not a meta element", "[head_signals]") {
  const auto signals = collect("<body><meta itemprop=datePublished content=' 2024-05-01 '>"
                               "<meta itemprop=dateModified content=2024-05-02><meta itemprop=name content=x>");
  REQUIRE(signals.dates.size() == 2);
  CHECK(signals.dates[0].machine == "2024-05-01");
  CHECK(signals.dates[0].itemprop == "datePublished");
  CHECK_FALSE(signals.dates[0].is_update);
  CHECK(signals.dates[1].itemprop == "dateModified");
  CHECK(signals.dates[1].is_update);
  CHECK(signals.metas.size() == 1);
}

TEST_CASE("head signals: microdata of a teaser or a comment is not the page's", "[head_signals]") {
  const auto signals = collect("<body><aside><meta itemprop=datePublished content=2024-05-01>"
                               "<meta itemprop=name content=x><meta name=author content=Ann></aside>");
  CHECK(signals.dates.empty());
  CHECK(signals.meta("name").empty());
  CHECK(signals.meta("author") == "Ann");
}

TEST_CASE("head signals: links keep their relation in lower case and their address", "[head_signals]") {
  const auto signals = collect("<link rel=' Canonical ' href=' /a '><link rel=next><link href=/b>");
  REQUIRE(signals.links.size() == 1);
  CHECK(signals.links[0].rel == "canonical");
  CHECK(signals.links[0].href == "/a");
  CHECK(collect("<link rel=canonical href=/" + std::string(2'047, 'x') + ">").links.size() == 1);
  CHECK(collect("<link rel=canonical href=/" + std::string(2'048, 'x') + ">").links.empty());
}

TEST_CASE("head signals: an image's address, or that of its late source, and its width", "[head_signals]") {
  const auto image = [](const std::string& attributes) {
    const auto signals = collect("<body><article><img " + attributes + ">");
    return signals.images.empty() ? ImageSignal{"none"} : signals.images[0];
  };
  CHECK(image("src=a.png").url == "a.png");
  CHECK(image("src=a.png data-src=b.png").url == "a.png");
  CHECK(image("src='data:image/gif;base64,R0' data-src=b.png").url == "b.png");
  CHECK(image("data-src=b.png").url == "b.png");
  CHECK(image("alt=x").url == "none");
  CHECK(image("src=a.png width=640").width == 640);
  CHECK(image("src=a.png width=640px").width == 640);
  CHECK(image("src=a.png width=auto").width == 0);
  CHECK(image("src=a.png width=99999999999").width == 0);
  CHECK((image("src=a.png").places & kInArticle) != 0);
}

TEST_CASE("head signals: the language of the page, and its base", "[head_signals]") {
  CHECK(collect("<html lang=' de '>").html_lang == "de");
  CHECK(collect("<html xml:lang=fr>").html_lang == "fr");
  CHECK(collect("<html lang=de xml:lang=fr>").html_lang == "de");
  CHECK(collect("<base target=_blank><base href=/a><base href=/b>").base_href == "/a");
}

TEST_CASE("head signals: JSON-LD in every spelling of its type, and no other script", "[head_signals]") {
  const auto items = [](const std::string& type) {
    return collect("<script type='" + type + R"('>{"@type":"Article","headline":"T"}</script>)").json_ld.size();
  };
  CHECK(items("application/ld+json") == 1);
  CHECK(items("application/ld+json; charset=utf-8") == 1);
  CHECK(items("application/json") == 0);
  CHECK(items("text/javascript") == 0);
}

TEST_CASE("head signals: the items of all blocks are one list of at most 64", "[head_signals]") {
  std::string blocks;
  for (int i = 0; i < 70; ++i) {
    blocks +=
        R"(<script type="application/ld+json">{"@type":"Article","headline":")" + std::to_string(i) + "\"}</script>";
  }
  const auto signals = collect(blocks);
  REQUIRE(signals.json_ld.size() == kMaxJsonLdItems);
  CHECK(signals.json_ld.back().headline == "63");
  CHECK(signals.warnings.empty());
}

} // namespace head_signals_test
