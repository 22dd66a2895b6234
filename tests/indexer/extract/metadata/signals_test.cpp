// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals.h"

#include <string>

#include <catch2/catch.hpp>

namespace signals_test {

using namespace trawl;
using namespace trawl::extract;

namespace {

MetadataSignals collect(const std::string& html) {
  const auto dom = html::Dom::parse(html);
  REQUIRE(dom.has_value());
  NameLookup names;
  return collect_signals(*dom, names);
}

std::string times(int count, const std::string& html) {
  std::string out;
  for (int i = 0; i < count; ++i) out += html;
  return out;
}

/// Enough nodes that no small box is the frame of the page.
const std::string kPage = times(30, "<p>x</p>");

} // namespace

TEST_CASE("signals: every list is limited", "[signals]") {
  const auto signals = collect(times(500, "<meta name=author content=x><link rel=next href=/x>") + "<body>" +
                               times(500, "<h2>Heading</h2><time datetime=2024-05-01>x</time><a rel=author href=/a>Ann "
                                          "Lee</a><a rel=tag href=/t>t</a><img src=/i.png><p>Posted 3 May 2024</p>"));
  CHECK(signals.metas.size() == 400);
  CHECK(signals.links.size() == 200);
  CHECK(signals.headings.size() == 60);
  CHECK(signals.dates.size() == 120);
  CHECK(signals.bylines.size() == 60);
  CHECK(signals.tag_links.size() == 50);
  CHECK(signals.images.size() == 40);
  CHECK(signals.short_texts.size() == 200);
  CHECK(collect("<meta name=author content=" + std::string(5'000, 'x') + ">").meta("author").size() == 4'000);
}

TEST_CASE("signals: JSON-LD over the limit is left out with a warning", "[signals]") {
  const std::string block = "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"" +
                            std::string(kMaxJsonLdBytes / 2, 'x') + "\"}</script>";
  const auto signals = collect(block + block);
  CHECK(signals.json_ld.size() == 1);
  CHECK(signals.warnings == std::vector<std::string>{"JSON-LD too large, left out"});
}

} // namespace signals_test
