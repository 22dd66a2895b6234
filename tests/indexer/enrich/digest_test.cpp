// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/digest.h"

#include "shared/article/article_id.h"
#include "shared/content/stored_content.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace digest_test {

using namespace trawl;
using content::Content;
using content::Kind;
using content::Node;
using enrich::entries_of;

namespace {

Node line(Kind kind, std::vector<Node> children, std::uint32_t level = 0) {
  return {.kind = kind, .number = level, .children = std::move(children)};
}
Node text(const std::string& words) { return {.kind = Kind::Text, .text = words}; }
Node paragraph(const std::string& words) { return line(Kind::Paragraph, {text(words)}); }
Node link(const std::string& words, const std::string& address) {
  return {.kind = Kind::Link, .attribute = address, .children = {text(words)}};
}
std::string about(int i) {
  return "Paper " + std::to_string(i) +
         " shows with care that a model of this kind learns what it is told in a day or two.";
}
std::string address(int i) { return "https://papers.example/" + std::to_string(i); }

Article page_of(const Content& content) {
  Article page;
  page.url = "https://blog.example/daily";
  page.id = article_id(page.url);
  page.site = "blog.example";
  page.source = "blog";
  page.published = parse_rfc3339("2026-07-13");
  auto stored = content::pack(content);
  page.text = std::move(stored.text);
  page.structure = std::move(stored.structure);
  return page;
}

/// Headings that are links, each with a paragraph: a newsletter.
Content newsletter(int entries, const std::string& host = "https://papers.example/") {
  Content out{paragraph("Welcome to this week.")};
  for (int i = 0; i < entries; ++i) {
    out.push_back(line(Kind::Heading, {link("Title " + std::to_string(i), host + std::to_string(i))}, 3));
    out.push_back(paragraph(about(i)));
  }
  return out;
}

/// Notes with a title and a summary, each followed by a line with a link: the papers of a day.
Content daily(int entries) {
  Content out{paragraph("All papers of the day."), line(Kind::Heading, {text("Language")}, 2)};
  for (int i = 0; i < entries; ++i) {
    out.push_back({.kind = Kind::Note,
                   .children = {paragraph("[CL-" + std::to_string(i) + "] A title of its own " + std::to_string(i)),
                                paragraph(about(i))}});
    out.push_back(line(Kind::Paragraph, {text("Link: "), link(address(i), address(i))}));
    if (i == entries / 2) out.push_back(line(Kind::Heading, {text("Vision")}, 2));
  }
  return out;
}

} // namespace

TEST_CASE("digest: each entry of a newsletter has a title, a text and a link, and what its page says of all",
          "[digest]") {
  const Article page = page_of(newsletter(9));
  const auto entries = entries_of(page);
  REQUIRE(entries.size() == 9);
  CHECK(entries[2].title == "Title 2");
  CHECK(entries[2].text == about(2));
  CHECK(entries[2].link == address(2));
  CHECK(entries[2].words == 21);
  for (const Article& entry : entries) {
    CHECK(entry.part_of == page.id);
    CHECK(entry.url == page.url);
    CHECK(entry.source == page.source);
    CHECK(entry.published == page.published);
  }
}

TEST_CASE("digest: notes with a link below them are entries, and a number in brackets is not part of a title",
          "[digest]") {
  const auto entries = entries_of(page_of(daily(20)));
  REQUIRE(entries.size() == 20);
  CHECK(entries[7].title == "A title of its own 7");
  CHECK(entries[7].link == address(7));
  CHECK(entries[7].text == about(7) + "\n\nLink: " + address(7));
  CHECK_FALSE(entries[10].text.contains("Vision"));
}

TEST_CASE("digest: an entry keeps its id when others come and go, and differs from that of another page", "[digest]") {
  const auto few = entries_of(page_of(newsletter(9)));
  auto page = page_of(newsletter(12));
  const auto more = entries_of(page);
  REQUIRE(few.size() == 9);
  REQUIRE(more.size() == 12);
  CHECK(few[3].id == more[3].id);
  page.id = article_id("https://blog.example/other");
  CHECK(entries_of(page)[3].id != more[3].id);
  std::set<std::string> ids;
  for (const Article& entry : more) ids.insert(entry.id);
  CHECK(ids.size() == more.size());
}

TEST_CASE("digest: an article is not split", "[digest]") {
  CHECK(entries_of(page_of(newsletter(7))).empty());                                // few sections
  CHECK(entries_of(page_of(newsletter(20, "https://blog.example/part-"))).empty()); // of its own site
  Content essay = newsletter(10);
  for (int i = 0; i < 30; ++i)
    essay.push_back(line(Kind::Heading, {text("On")}, 2)), essay.push_back(paragraph(about(i)));
  CHECK(entries_of(page_of(essay)).empty()); // most of it is elsewhere
  Content long_one = newsletter(9);
  for (int i = 0; i < 9; ++i) long_one.push_back(paragraph(about(i)));
  CHECK(entries_of(page_of(long_one)).empty()); // one section is most of it
  Content same;
  for (int i = 0; i < 20; ++i) {
    same.push_back(line(Kind::Heading, {link("Section", address(1))}, 2));
    same.push_back(paragraph(about(i)));
  }
  CHECK(entries_of(page_of(same)).empty()); // about one thing
  Content links;
  for (int i = 0; i < 20; ++i)
    links.push_back(line(Kind::Paragraph, {link("A resource " + std::to_string(i), address(i))}));
  CHECK(entries_of(page_of(links)).empty()); // a list of links, without texts
  Content notes;
  for (int i = 0; i < 20; ++i)
    notes.push_back({.kind = Kind::Note, .children = {paragraph(about(i)), paragraph(about(i))}});
  CHECK(entries_of(page_of(notes)).empty()); // notes that lead nowhere
}

TEST_CASE("digest: text without structure, or with one that does not fit, has no entries", "[digest]") {
  Article page = page_of(newsletter(9));
  page.structure.clear();
  CHECK(entries_of(page).empty());
  page.structure = "\xff\x01";
  CHECK(entries_of(page).empty());
  CHECK(entries_of(Article{}).empty());
}

TEST_CASE("digest: a guide whose sights are headed by links to a map is one article", "[digest]") {
  for (const std::string host :
       {"https://maps.example/maps?z=1&q=53.36671,7.2051", "https://maps.example/@-12.0464,-77.0428",
        "https://map.example/#map=17/53.36671/7.2051"}) {
    INFO(host);
    CHECK(entries_of(page_of(newsletter(9, host))).empty());
  }
  // Version numbers and the numbers of papers are not coordinates.
  CHECK(entries_of(page_of(newsletter(9, "https://papers.example/abs/2607.12345/"))).size() == 9);
  CHECK(entries_of(page_of(newsletter(9, "https://code.example/v1.2,3.4.5/"))).size() == 9);
}

} // namespace digest_test
