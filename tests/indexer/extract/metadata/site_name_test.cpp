// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/site_name.h"

#include <catch2/catch.hpp>

#include "indexer/extract/metadata/title_parts.h"

using namespace trawl::extract;

namespace {

SiteNames names_of(const char* site, const char* host) {
  MetadataSignals signals;
  signals.metas.push_back({"og:site_name", site});
  return {signals, host};
}

} // namespace

TEST_CASE("site name: equals its names, its host and the label of its host", "[site_name]") {
  const SiteNames site = names_of("The New York Times", "www.nytimes.com");
  for (const char* name : {"The New York Times", "THE NEW-YORK TIMES", "TheNewYorkTimes", "nytimes", "nytimes.com"}) {
    CAPTURE(name);
    CHECK(site.equals(name));
  }
  for (const char* name : {"New York", "Times", "", "www"}) {
    CAPTURE(name);
    CHECK_FALSE(site.equals(name));
  }
}

TEST_CASE("site name: the label of a host is the one before its suffix", "[site_name]") {
  CHECK(names_of("", "www.example.co.uk").equals("Example"));
  CHECK(names_of("", "blog.example.org").equals("example"));
  CHECK(names_of("", "localhost").equals("localhost"));
}

TEST_CASE("site name: longer and shorter forms match", "[site_name]") {
  const SiteNames site = names_of("The Daily Example", "www.daily-example.org");
  CHECK(site.matches("The Daily Example News"));
  CHECK(site.matches("Daily Example"));
  CHECK(site.matches("Example")); // part of the host
  CHECK_FALSE(site.matches("The Sample"));
  CHECK_FALSE(site.matches("A daily example of how to do it well"));
  CHECK_FALSE(site.matches(""));
}

TEST_CASE("title parts: separators are found from left to right", "[title_parts]") {
  const auto parts = [](std::string_view title) { return title_splits(title).size(); };
  CHECK(parts("A | B - C") == 2);
  CHECK(parts("A - B — C » D") == 3);
  CHECK(parts("Title| Site") == 1);
  CHECK(parts("标题_频道_网站") == 2);
  CHECK(parts("A|B") == 1);
  CHECK(parts("well-known words") == 0);
}

TEST_CASE("title parts: the site, sections and templates are cut off", "[title_parts]") {
  const SiteNames site = names_of("The Example", "www.example.org");
  CHECK(title_without_site("A title - The Example", site) == "A title");
  CHECK(title_without_site("The Example - A title", site) == "A title");
  CHECK(title_without_site("A title of words | Section | The Example", site) == "A title of words");
  CHECK(title_without_site("A title - 3 May 2024 - The Example", site) == "A title");
  CHECK(title_without_site("View topic - A title", site) == "A title");
  CHECK(title_without_site("A title - with a dash", site) == "A title - with a dash");
  CHECK(title_without_site("The Example", site) == "The Example");
}
