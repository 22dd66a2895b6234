// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/feed_output.h"

#include <catch2/catch.hpp>

using trawl::api::FiledSource;
using trawl::api::opml;

namespace opml_output_test {

FiledSource filed(const std::string& id, const std::string& label, const std::string& homepage,
                  const std::string& folder) {
  FiledSource out;
  out.source.id = id;
  out.source.label = label;
  out.source.homepage = homepage;
  out.folder = folder;
  return out;
}

} // namespace opml_output_test
using opml_output_test::filed;

TEST_CASE("opml: categories are folders, and a source without one is outside of them", "[api]") {
  const std::vector<FiledSource> sources{filed("b", "B & <Co>", "https://b.example/?a=1&b=2", "research"),
                                         filed("a", "", "", ""), filed("c", "C", "", "research")};
  CHECK(opml(sources, "http://localhost:7700") ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
<head><title>Trawl: sources</title></head>
<body>
    <outline type="rss" text="a" title="a" xmlUrl="http://localhost:7700/v1/search.rss?source=a"/>
  <outline text="research" title="research">
    <outline type="rss" text="B &amp; &lt;Co&gt;" title="B &amp; &lt;Co&gt;" xmlUrl="http://localhost:7700/v1/search.rss?source=b" htmlUrl="https://b.example/?a=1&amp;b=2" category="research"/>
    <outline type="rss" text="C" title="C" xmlUrl="http://localhost:7700/v1/search.rss?source=c" category="research"/>
  </outline>
</body>
</opml>
)");
}
