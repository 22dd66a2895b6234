// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/title.h"

#include <initializer_list>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

MetadataSignals signals_with(std::initializer_list<const char*> headings) {
  MetadataSignals signals;
  signals.metas.push_back({"og:site_name", "Example"});
  for (const char* text : headings) {
    HeadingSignal heading;
    heading.text = text;
    heading.order = 10 * (signals.headings.size() + 1);
    signals.headings.push_back(heading);
  }
  return signals;
}

/// A page of a site named "Example" with an h1 for each of `headings`, at the positions 10, 20, …
struct Page {
  explicit Page(std::initializer_list<const char*> headings = {})
      : signals(signals_with(headings)), site(signals, "www.sample.org") {}

  MetadataSignals signals;
  SiteNames site;
};

} // namespace

TEST_CASE("title vote: without candidates there is no title", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("", "h1", 3);
  vote.add("—", "h1", 3);
  vote.add_wrapped("A title of words", "title", 9);
  CHECK(vote.decide().title.empty());
  CHECK(vote.decide().from.empty());
  CHECK(vote.decide().order == 0);
}

TEST_CASE("title vote: equal wordings add up, and all signals are named", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("One title", "og:title", 3.0);
  vote.add("Another", "h1", 2.0, 10);
  vote.add("another!", "json-ld", 1.5);
  const TitleChoice choice = vote.decide();
  CHECK(choice.title == "Another");
  CHECK(choice.from == "h1, json-ld");
  CHECK(choice.order == 10);
}

TEST_CASE("title vote: a kind of signal counts once", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("One title", "og:title", 2.1);
  vote.add("Another", "h2", 1.0);
  vote.add("Another", "h2", 1.0);
  vote.add("Another", "h2", 1.0);
  CHECK(vote.decide().title == "One title");
}

TEST_CASE("title vote: of equal candidates the first wins", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("First", "a", 1.0);
  vote.add("Second", "b", 1.0);
  CHECK(vote.decide().title == "First");
}

TEST_CASE("title vote: a name of the site counts a tenth", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("EXAMPLE", "h1", 3.0);
  vote.add("A title", "title", 0.31);
  CHECK(vote.decide().title == "A title");
  TitleVote alone(page.signals, page.site);
  alone.add("Example", "h1", 3.0);
  CHECK(alone.decide().title == "Example"); // better than nothing
}

TEST_CASE("title vote: a longer text supports the titles of two words or more that it contains", "[title_vote]") {
  const auto winner = [](const char* title, double weight) {
    const Page page;
    TitleVote vote(page.signals, page.site);
    vote.add("Something else", "og:title", 2.0);
    vote.add(title, "h1", 1.0);
    vote.add_wrapped("News: " + std::string(title) + " | Example", "title", weight);
    return vote.decide().title;
  };
  CHECK(winner("Parrots", 100) == "Something else");
  CHECK(winner("Parrots talk", 1.9) == "Something else"); // 1 + 0.5 of 1.9
  CHECK(winner("Parrots talk", 2.1) == "Parrots talk");
  CHECK(winner("Parrots talk all day", 1.1) == "Something else"); // 1 + 0.9 of 1.1
  CHECK(winner("Parrots talk all day", 1.2) == "Parrots talk all day");
}

TEST_CASE("title vote: of several spellings, the one with most weight is taken", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("Topic:headline words", "h1", 3.0, 10); // the markup has no space
  vote.add("TOPIC: HEADLINE WORDS", "og:title", 1.5);
  vote.add("Topic: headline words", "title", 1.0);
  vote.add("Topic: headline words", "feed", 2.5);
  CHECK(vote.decide().title == "Topic: headline words");
  CHECK(vote.decide().from == "h1, og:title, title, feed");
}

TEST_CASE("title vote: the position is that of the highest heading with the wording", "[title_vote]") {
  const Page page;
  TitleVote vote(page.signals, page.site);
  vote.add("A title", "h3", 0.3, 10); // a teaser above
  vote.add("A title", "h1", 3.0, 20);
  vote.add("A title", "h2", 0.3, 30);
  CHECK(vote.decide().order == 20);
}

TEST_CASE("title vote: without an equal heading the position is that of the h1 around the title", "[title_vote]") {
  const Page page{"Site news", "Parrots: a title of words"};
  TitleVote vote(page.signals, page.site);
  vote.add("A title of words", "og:title", 3.0);
  CHECK(vote.decide().order == 20);
  TitleVote other(page.signals, page.site);
  other.add("Unrelated words", "og:title", 3.0);
  CHECK(other.decide().order == 0);
}

TEST_CASE("title vote: a heading in boilerplate is not the position of the title", "[title_vote]") {
  Page page{"Parrots: a title of words"};
  page.signals.headings[0].places = kInBoilerplate;
  TitleVote vote(page.signals, page.site);
  vote.add("A title of words", "og:title", 3.0);
  CHECK(vote.decide().order == 0);
}
