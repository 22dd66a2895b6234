// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

HeadingSignal heading(int level, const char* text, std::uint8_t places = 0) {
  HeadingSignal signal;
  signal.level = level;
  signal.text = text;
  signal.places = places;
  return signal;
}

HeadingSignal marked(int level, const char* text) {
  HeadingSignal signal = heading(level, text);
  signal.is_headline = true;
  return signal;
}

HeadingSignal home_link(const char* text) {
  HeadingSignal signal = heading(1, text);
  signal.is_home_link = true;
  return signal;
}

std::vector<double> weights(std::vector<HeadingSignal> headings, const PageTitles& titles = {}) {
  MetadataSignals signals;
  signals.headings = std::move(headings);
  return heading_weights(signals, SiteNames(signals, "www.example.org"), titles);
}

PageTitles titled(const char* title, bool is_article = false) { return {title, title, title, is_article}; }

} // namespace

TEST_CASE("heading weights: every heading has one", "[heading_weights]") {
  CHECK(weights({}).empty());
  CHECK(weights({heading(1, "A"), heading(2, "B"), heading(3, "C")}).size() == 3);
}

TEST_CASE("heading weights: the only h1 counts most, or the first of several", "[heading_weights]") {
  const auto one = weights({heading(1, "Parrots"), heading(2, "Cats")});
  CHECK(one[0] > 5 * one[1]);
  const auto two = weights({heading(1, "Parrots"), heading(1, "Cats")});
  CHECK(one[0] > two[0]);
  CHECK(two[0] > two[1]);
  CHECK(two[1] > one[1]); // still more than an h2
}

TEST_CASE("heading weights: an h1 beside the article, or with the site's link, does not count as the first",
          "[heading_weights]") {
  const double alone = weights({heading(1, "Parrots")})[0];
  for (const HeadingSignal& other :
       {heading(1, "Menu", kInBoilerplate), heading(1, "Comments", kInComments), home_link("Example")}) {
    CAPTURE(other.text);
    const auto both = weights({other, heading(1, "Parrots")});
    CHECK(both[0] < 1.0);
    CHECK(both[1] == alone);
  }
}

TEST_CASE("heading weights: markup as headline adds weight, but not beside the article", "[heading_weights]") {
  CHECK(weights({marked(1, "Parrots")})[0] > weights({heading(1, "Parrots")})[0]);
  CHECK(weights({marked(2, "Parrots")})[0] > weights({heading(2, "Parrots")})[0]);
  HeadingSignal aside = marked(1, "Parrots");
  aside.places = kInBoilerplate;
  CHECK(weights({aside})[0] == weights({heading(1, "Parrots", kInBoilerplate)})[0]);
}

TEST_CASE("heading weights: a marked h2 with the words of the title beats an h1 without them", "[heading_weights]") {
  const auto both =
      weights({heading(1, "Our Project"), marked(2, "Parrots talk all day")}, titled("Parrots talk all day"));
  CHECK(both[1] > both[0]);
  const auto none = weights({heading(1, "Parrots talk"), marked(2, "Cats sleep all night")}, titled("Parrots talk"));
  CHECK(none[0] > none[1]);
}

TEST_CASE("heading weights: an unmarked h2 is a rival only of an h1 that shares no word with the title",
          "[heading_weights]") {
  const auto stranger = weights({heading(1, "Our Project"), heading(2, "Parrots talk")}, titled("Parrots talk"));
  const auto relative = weights({heading(1, "About Parrots"), heading(2, "Parrots talk")}, titled("Parrots talk"));
  CHECK(relative[0] > 2 * stranger[0]);
}

TEST_CASE("heading weights: the h1 of an article may say the title in other words", "[heading_weights]") {
  const char* title = "Best Console Makers and Companies";
  const char* reworded = "Best Console Companies Driving Innovation";
  const double plain = weights({heading(1, reworded)}, titled(title, false))[0];
  CHECK(weights({heading(1, reworded)}, titled(title, true))[0] > plain + 2);
  CHECK(weights({heading(1, "Welcome to our little blog")}, titled(title, true))[0] == plain); // other words
  CHECK(weights({heading(1, "Best Console")}, titled(title, true))[0] == plain);               // two words
  CHECK(weights({heading(1, "Reviews: Best Console Makers and Companies")}, titled(title, true))[0] ==
        plain); // a kicker before the title
}

TEST_CASE("heading weights: the name of the book counts a tenth on the page of a chapter", "[heading_weights]") {
  const PageTitles titles = titled("Quick Start - The Parrot Book");
  const auto both = weights({heading(1, "The Parrot Book"), heading(1, "Quick Start")}, titles);
  CHECK(both[1] > 5 * both[0]);
  const auto cover = weights({heading(1, "The Parrot Book"), heading(1, "News")}, titles); // no heading is the chapter
  CHECK(cover[0] > cover[1]);
}
