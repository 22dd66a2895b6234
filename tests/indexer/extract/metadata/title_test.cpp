// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "indexer/extract/metadata/title.h"
#include "tests/indexer/extract/metadata/metadata_support.h"

using namespace trawl::extract;

TEST_CASE("title: a heading that is the name of the project is not the title", "[title]") {
  const auto page = read_page("<title>Memory for Agents</title><h1>Parrot: a model that talks</h1>"
                              "<h2 class='blog-title'>Memory for Agents, measured</h2><p>Text.");
  CHECK(page.title.starts_with("Memory for Agents"));
}

TEST_CASE("title: a lower heading with the title's words beats an h1 without any of them", "[title]") {
  CHECK(
      read_page("<title>Hallucination</title><h1>Parrot: a model that talks</h1><h3>Part 2: Hallucination</h3><p>Text.")
          .title == "Hallucination");
}

TEST_CASE("title: an h1 in other words than the title element is the title if no other heading agrees", "[title]") {
  const auto page =
      read_page("<title>Daily News</title><h1>A fox was seen in the park</h1><h2>What people say</h2><p>Text.");
  CHECK(page.title == "A fox was seen in the park");
}

TEST_CASE("title: a chapter's heading beats the name of its book", "[title]") {
  const auto page = read_page("<title>Quick Start — The Parrot Book</title><h1>The Parrot Book</h1><p>x</p>"
                              "<h1>Quick Start</h1><p>Text.");
  CHECK(page.title == "Quick Start");
}

TEST_CASE("title: a kicker inside a heading is kept if the other signals have it", "[title]") {
  const std::string heading = "<h1><span class=kicker>Birds</span>: A parrot talks all day</h1><p>Text.";
  CHECK(read_page("<title>A parrot talks all day</title>" + heading).title == "A parrot talks all day");
  CHECK(read_page("<meta property=og:title content='Birds: A parrot talks all day'>"
                  "<title>Birds: A parrot talks all day</title>" +
                  heading)
            .title == "Birds: A parrot talks all day");
}

TEST_CASE("title: the commonest spelling is taken", "[title]") {
  const auto page = read_page("<meta property=og:title content='Birds: they talk all day'>"
                              "<meta name=twitter:title content='Birds: they talk all day'>"
                              "<title>Birds: they talk all day</title>"
                              "<h1><span>Birds:</span>they talk all day</h1><p>Text.");
  CHECK(page.title == "Birds: they talk all day");
}

TEST_CASE("title: a question of a FAQ is not the headline", "[title]") {
  const auto page = read_page(R"(<script type="application/ld+json">{"@type":"FAQPage","mainEntity":[
    {"@type":"Question","name":"What is a parrot?"}]}</script>
    <title>What is a parrot? A guide</title><h1>What is a parrot? A guide</h1><h2>What is a parrot?</h2><p>Text.)");
  CHECK(page.title == "What is a parrot? A guide");
}

TEST_CASE("title: an article's heading beats the wording made for search engines", "[title]") {
  const std::string head =
      R"(<title>Best Gaming Console Companies & Manufacturers | Site</title><meta property="og:type" content="article">
    <meta property="og:title" content="Best Gaming Console Companies & Manufacturers">
    <script type="application/ld+json">{"@type":"Article","headline":"Best Gaming Console Companies & Manufacturers"}</script>)";
  CHECK(read_page(head + "<body><h1>Best Gaming Console Companies Driving Innovation</h1>").title ==
        "Best Gaming Console Companies Driving Innovation");
  CHECK(read_page(head + "<body><h1>Welcome to our little blog</h1>").title ==
        "Best Gaming Console Companies & Manufacturers");
  CHECK(read_page(head + "<body><h1>Reviews Best Gaming Console Companies & Manufacturers</h1>").title ==
        "Best Gaming Console Companies & Manufacturers");
}

TEST_CASE("title: words after those of a lower heading are cut off", "[title]") {
  CHECK(read_page("<title>What happened to the image / General Talk</title>"
                  "<body><h1><a href='/'>Forum</a></h1><h3>What happened to the image</h3>")
            .title == "What happened to the image");
}

TEST_CASE("title: parts that programs add to every title are cut off", "[title]") {
  CHECK(read_page("<title>Some Blog &raquo; Blog Archive &raquo; Interning of small integers</title><body><h2>x</h2>",
                  "https://someblog.org/1")
            .title == "Interning of small integers");
  CHECK(read_page(
            "<title>Tips - Which of the two is better?</title><body><h1 class=p-title><span class='label label--red'>"
            "Tips</span> Which of the two is better?</h1>")
            .title == "Which of the two is better?");
}

TEST_CASE("title: a text that is too long for a title is not split, and is cut", "[title][limits]") {
  std::string text;
  while (text.size() < 100'000) text += "Parrot - ";
  CHECK(title_splits(text).empty());
  CHECK(read_page("<title>" + text + "</title><p>Text.").title.size() <= 4'000);
}

namespace {

std::string title_with_feed(std::string_view html, const char* feed_title, const char* entry_title) {
  FeedSignal feed;
  feed.site = feed_title;
  feed.title = entry_title;
  return read_page(html, "https://x.example.org/post", {}, feed).title;
}

/// A page whose template writes one title into every element of the head.
std::string head_with(const std::string& title) {
  return "<title>" + title + "</title><meta property=og:title content='" + title +
         "'><meta name=twitter:title content='" + title + "'><meta property=og:type content=article>";
}

} // namespace

TEST_CASE("title: if the title element contains the feed's title, the feed's title is taken", "[title]") {
  CHECK(title_with_feed(head_with("Parrot Blog: How birds talk") + "<p>Text.", "", "How birds talk") ==
        "How birds talk");
  CHECK(title_with_feed(head_with("How birds talk - Ann Lee") + "<p>Text.", "", "How birds talk") == "How birds talk");
  CHECK(title_with_feed(head_with("Ann Lee - How birds talk") + "<p>Text.", "", "How birds talk") == "How birds talk");
  CHECK(title_with_feed(head_with("Birds: how they talk") + "<p>Text.", "", "Birds: how they talk") ==
        "Birds: how they talk");
}

TEST_CASE("title: elements of the head that repeat each other do not outvote feed and heading", "[title]") {
  const std::string page = R"(<script type="application/ld+json">{"@type":"BlogPosting",
    "headline":"The Parrot Papers, a blog on birds"}</script>)" +
                           head_with("The Parrot Papers, a blog on birds") + "<h1>How birds talk</h1><p>Text.";
  CHECK(title_with_feed(page, "", "How birds talk") == "How birds talk");
}

TEST_CASE("title: a front page may have the name of its site", "[title]") {
  const std::string page =
      "<meta property=og:site_name content='Parrot Weekly'><meta property=og:title content='Parrot "
      "Weekly'><title>Parrot Weekly</title><body><h1>How birds talk</h1><p>Text.";
  CHECK(read_page(page, "https://example.org/").title == "Parrot Weekly");
  CHECK(read_page(page, "https://example.org/how").title == "How birds talk");
}
