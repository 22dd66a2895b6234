// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/site_name.h"

#include <catch2/catch.hpp>

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

TEST_CASE("site name: the label of a host is the one before the public suffix", "[site_name]") {
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

TEST_CASE("site name: every element that names the site is a name", "[site_name]") {
  for (const char* element : {"og:site_name", "application-name", "apple-mobile-web-app-title", "publisher",
                              "dc.publisher", "citation_journal_title", "al:ios:app_name", "twitter:site"}) {
    CAPTURE(element);
    MetadataSignals signals;
    signals.metas.push_back({element, "@The Parrot &amp; Co"});
    CHECK(SiteNames(signals, "www.example.org").equals("The Parrot & Co"));
  }
}

TEST_CASE("site name: publishers and sites of JSON-LD are names, articles are not", "[site_name]") {
  MetadataSignals signals;
  JsonLdItem article;
  article.kind = JsonLdKind::Article;
  article.headline = "A headline";
  article.publisher = "The Publisher";
  JsonLdItem site;
  site.kind = JsonLdKind::Site;
  site.headline = "The Site";
  signals.json_ld = {article, site};
  const SiteNames names(signals, "www.example.org");
  CHECK(names.equals("the publisher"));
  CHECK(names.equals("the site"));
  CHECK_FALSE(names.equals("A headline"));
}

TEST_CASE("site name: a name of more than eight words is a slogan", "[site_name]") {
  CHECK(names_of("one two three four five six seven eight", "").equals("One two three four five six seven eight"));
  CHECK_FALSE(names_of("one two three four five six seven eight nine", "")
                  .equals("one two three four five six seven eight nine"));
}

TEST_CASE("site name: a form of a name matches only if it is not much longer or shorter", "[site_name]") {
  const SiteNames site = names_of("Parrot Review", "www.xyz.example");
  CHECK(site.matches("Parrot Review of all Birds")); // three words more
  CHECK_FALSE(site.matches("Parrot Review of all the Birds"));
  CHECK_FALSE(site.matches("Review")); // less than half of the letters
  CHECK(names_of("The Review", "").matches("Review"));
  CHECK_FALSE(names_of("The International Parrot Review", "").matches("Parrot"));
}

TEST_CASE("site name: a text with the label of the host matches, and a part of the label", "[site_name]") {
  const SiteNames site = names_of("", "www.parrotreview.org");
  CHECK(site.matches("Parrot Review"));
  CHECK(site.matches("The Parrot Review Weekly"));
  CHECK(site.matches("Parrot"));
  CHECK_FALSE(site.matches("The best of the Parrot Review Weekly"));    // more than five words
  CHECK_FALSE(names_of("", "www.abc.org").matches("The abc of birds")); // a short label is in many words
}

TEST_CASE("site name: a part of a title is found if it is the name and nothing else", "[site_name]") {
  const SiteNames site = names_of("The Example", "www.example.org");
  CHECK(site.part_of_title("A title | The Example") == "The Example");
  CHECK(site.part_of_title("THE EXAMPLE - A title") == "THE EXAMPLE");
  CHECK(site.part_of_title("A title - B - example.org") == "example.org");
  CHECK(site.part_of_title("A title | The Example News").empty());
  CHECK(site.part_of_title("A | The Example | B").empty());
  CHECK(site.part_of_title("The Example").empty());
  CHECK(site.part_of_title("").empty());
}

TEST_CASE("site name: the first signal present is chosen", "[site_name]") {
  MetadataSignals signals;
  const auto chosen = [&] { return choose_site_name(signals, SiteNames(signals, "www.example.org")); };
  CHECK(chosen().empty());
  signals.document_title = "A title | Example";
  CHECK(chosen() == "Example"); // the label of the host
  signals.metas.push_back({"application-name", "App"});
  CHECK(chosen() == "App");
  JsonLdItem article;
  article.publisher = "Publisher";
  signals.json_ld.push_back(article);
  CHECK(chosen() == "Publisher");
  JsonLdItem site;
  site.type = "WebSite";
  site.headline = "Site";
  signals.json_ld.push_back(site);
  CHECK(chosen() == "Site");
  signals.metas.push_back({"og:site_name", "Open &amp; Graph"});
  CHECK(chosen() == "Open & Graph");
}
