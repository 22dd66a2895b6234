// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/byline.h"
#include "tests/indexer/extract/metadata/metadata_support.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::extract::read_page;
using trawl::extract::source_of;
using Names = std::vector<std::string>;

TEST_CASE("authors: a person in JSON-LD beats the site's account in meta", "[authors]") {
  const auto page = read_page(R"(<meta name="author" content="Example"><script type="application/ld+json">
    {"@type":"BlogPosting","headline":"T","author":{"@type":"Person","name":"Ann Lee"}}</script><body><h1>T</h1>)");
  CHECK(page.authors == Names{"Ann Lee"});
  CHECK(source_of(page, "authors") == "json-ld");
}

TEST_CASE("authors: the visible byline near the title", "[authors]") {
  CHECK(read_page("<body><h1>T</h1><p>By <a href='/u/1'>Ann Lee</a> and <a href='/u/2'>Bo Ek</a></p>").authors ==
        Names{"Ann Lee", "Bo Ek"});
  CHECK(read_page("<body><h1>T</h1><span class='author vcard'><a rel='author' href='/x'>Ann Lee</a></span>").authors ==
        Names{"Ann Lee"});
}

TEST_CASE("authors: authors of comments and related articles are not the article's", "[authors]") {
  CHECK(read_page("<body><h1>T</h1><div class='comments'><a rel='author'>Bo Ek</a></div>").authors.empty());
}

TEST_CASE("authors: a placeholder is not an author", "[authors]") {
  CHECK(read_page(R"(<meta name="author" content="abc b c"><body><h1>T</h1>)").authors.empty());
  CHECK(read_page(R"(<meta name="author" content="admin"><body><h1>T</h1>)").authors.empty());
}

TEST_CASE("authors: the site itself is the author if nobody else is named", "[authors]") {
  const auto page = read_page(R"(<meta property="og:site_name" content="Example Labs">
    <meta name="author" content="Example Labs"><body><h1>T</h1>)");
  CHECK(page.authors == Names{"Example Labs"});
}

TEST_CASE("authors: a Distill article's front matter names authors and where they work", "[authors]") {
  const auto page = trawl::extract::read_page(
      R"(<body><d-front-matter><script type="text/json">{"title":"On Parrots","published":"May 1, 2023",
      "authors":[{"author":"Ann Lee","affiliations":[{"name":"Parrot University"}]}]}</script></d-front-matter>
      <d-title><h1>On Parrots</h1></d-title><d-article><p>Text.</p></d-article>)");
  CHECK(page.authors == Names{"Ann Lee"});
  CHECK(page.affiliations == Names{"Parrot University"});
  REQUIRE(page.published.has_value());
  CHECK(trawl::to_text(*page.published) == "2023-05-01");
}

TEST_CASE("authors: elements that style sheets set apart are not one word", "[authors]") {
  const auto authors = [](const char* byline) {
    return read_page("<body><h1>A title of words</h1><div class=byline>" + std::string(byline) + "</div>").authors;
  };
  CHECK(authors("<span>By</span><a href='/about'>Ann Lee</a>") == Names{"Ann Lee"});
  CHECK(authors("<a href='/x'>Ann Lee</a><span>Senior Editor</span>") == Names{"Ann Lee"});
}

TEST_CASE("authors: names that are also words of menus", "[authors]") {
  CHECK(trawl::extract::parse_byline("By Will Knight").authors == Names{"Will Knight"});
  CHECK(trawl::extract::parse_byline("Di Wu, Bo Ek").authors == Names{"Di Wu", "Bo Ek"});
  CHECK(trawl::extract::parse_byline("Di Mario Rossi").authors == Names{"Mario Rossi"});
  CHECK(trawl::extract::parse_byline("Xiaoying You and Can Dündar").authors == Names{"Xiaoying You", "Can Dündar"});
}

TEST_CASE("authors: text in another element beside a name does not belong to it", "[authors]") {
  const auto authors = [](const char* byline) {
    return read_page("<body><h1>A title of words</h1><div class=byline>" + std::string(byline) + "</div>").authors;
  };
  CHECK(authors("<a>Ann Lee</a> <div>Cherry Hill Courier-Post</div>") == Names{"Ann Lee"});
  CHECK(authors("<span>Ann Lee</span> <span>Bo Ek</span> <span>Cy Dee</span>") == Names{"Ann Lee", "Bo Ek", "Cy Dee"});
  CHECK(authors("<ul><li><a>Ann Lee</a></li><li><a>Bo Ek</a></li></ul>") == Names{"Ann Lee", "Bo Ek"});
  CHECK(authors("<time>May 3, 2024</time> <i>by</i> <b>Ann Lee</b>, <b>Bo Ek</b> and <b>Cy Dee</b>") ==
        Names{"Ann Lee", "Bo Ek", "Cy Dee"});
  CHECK(authors("Ann Lee and <a>Bo Ek</a>") == Names{"Ann Lee", "Bo Ek"});
  CHECK(authors("<span>Ann</span> <span>Lee</span>") == Names{"Ann Lee"});
}

TEST_CASE("authors: every meta element that names an author", "[authors]") {
  for (const char* name :
       {"author", "article:author", "sailthru.author", "parsely-author", "byl", "dc.creator", "citation_author"}) {
    CAPTURE(name);
    const auto page = read_page("<meta name=\"" + std::string(name) + "\" content='By Ann Lee'><body><h1>T</h1>");
    CHECK(page.authors == Names{"Ann Lee"});
    CHECK(source_of(page, "authors") == name);
  }
}

TEST_CASE("authors: several elements of one name are one list, in their order", "[authors]") {
  CHECK(read_page("<meta name=author content='Ann Lee'><meta name=author content='Bo Ek'><meta name=author "
                  "content='ANN LEE'><body><h1>T</h1>")
            .authors == Names{"Ann Lee", "Bo Ek"});
  CHECK(read_page("<meta name=citation_author content='Lee, Ann'><meta name=citation_author content='Bo Ek'>"
                  "<body><h1>T</h1>")
            .authors == Names{"Ann Lee", "Bo Ek"});
}

TEST_CASE("authors: a Twitter card's labelled data names the author only under a label that says so", "[authors]") {
  const auto authors = [](const char* label) {
    return read_page("<meta name=twitter:label1 content='" + std::string(label) +
                     "'><meta name=twitter:data1 content='Ann Lee'><body><h1>T</h1>")
        .authors;
  };
  CHECK(authors("Written by") == Names{"Ann Lee"});
  CHECK(authors("VERFASST VON") == Names{"Ann Lee"});
  CHECK(authors("Author") == Names{"Ann Lee"});
  CHECK(authors("Est. reading time").empty());
}

TEST_CASE("authors: a single letter is an initial, not a word between two names", "[authors]") {
  for (const char* name : {"John E Smith", "Robert Y Lee", "JOHN E SMITH"}) {
    CAPTURE(name);
    CHECK(trawl::extract::parse_byline(name).authors == Names{name});
  }
  CHECK(trawl::extract::parse_byline("Ana Ruiz y Juan Gil").authors == Names{"Ana Ruiz", "Juan Gil"});
  CHECK(trawl::extract::parse_byline("Ana Ruiz e Ivo Gil").authors == Names{"Ana Ruiz", "Ivo Gil"});
}

TEST_CASE("authors: a byline far from the title belongs to something else", "[authors]") {
  const auto authors = [](int elements_between) {
    std::string html = "<body><h1>A title of words</h1>";
    for (int i = 0; i < elements_between; ++i) html += "<br>";
    return read_page(html + "<a rel=author href=/ann>Ann Lee</a>").authors;
  };
  CHECK(authors(10) == Names{"Ann Lee"});
  CHECK(authors(490) == Names{"Ann Lee"});
  CHECK(authors(510).empty());
}

TEST_CASE("authors: the feed's authors count beside the page's", "[authors]") {
  const std::string html = "<body><h1>T</h1><a rel=author href=/ann>Ann Lee</a>";
  const auto dom = trawl::html::Dom::parse(html);
  REQUIRE(dom);
  trawl::extract::PageInput input;
  input.url = "https://example.org/a";
  input.feed.emplace();
  input.feed->authors = {"Bo Ek", "bo ek", "Cy Dee"};
  trawl::extract::NameLookup names;
  CHECK(trawl::extract::read_metadata(*dom, names, input).authors == Names{"Bo Ek", "Cy Dee"});
  input.feed->authors.clear();
  CHECK(trawl::extract::read_metadata(*dom, names, input).authors == Names{"Ann Lee"});
}

TEST_CASE("authors: words after by in a sentence are not names", "[authors]") {
  CHECK(read_page("<body><h1>T</h1><p>by using a cache</p>").authors.empty());
  CHECK(read_page("<body><h1>T</h1><p>By hand</p>").authors.empty());
}

TEST_CASE("authors: a cue in an element like that of the name is not a name", "[authors]") {
  CHECK(read_page("<body><h1>T</h1><div class=byline><span>Posted by</span><span>Ann Lee</span></div>").authors ==
        Names{"Ann Lee"});
}

TEST_CASE("authors: siblings of one class are all authors, an element further on is not", "[authors]") {
  const std::string person = "<a class=author href=/x>";
  CHECK(read_page("<body><h2 class=title>A title</h2><h4><p></p>" + person + "Ann Lee<sup>*</sup></a>" + person +
                  "Bo Ek</a>" + person + "Cy Dee</a></h4><p>Text.</p><div>" + person + "Di Fox</a></div>")
            .authors == Names{"Ann Lee", "Bo Ek", "Cy Dee"});
  CHECK(read_page("<body><h1>T</h1><div><p class=author>Ann Lee</p><p class=author>Bo Ek</p></div>").authors ==
        Names{"Ann Lee", "Bo Ek"});
  CHECK(read_page("<body><h1>T</h1><div><p class=author>Ann Lee</p><p class=writer>Bo Ek</p></div>").authors ==
        Names{"Ann Lee"});
}

TEST_CASE("authors: the headline with the class of a microformat's name is not a byline", "[authors]") {
  CHECK(read_page("<body><h1 class='post-title p-name'>Isolation, Security and GitOps</h1><p>Text.").authors.empty());
  CHECK(
      read_page("<body><h1 class='post-title p-name'>Isolation and Security</h1><span class='p-author'>Ann Lee</span>")
          .authors == Names{"Ann Lee"});
}

TEST_CASE("authors: a link or a name inside a sentence is not a byline", "[authors]") {
  CHECK(read_page("<body><h1>A title of words</h1><p>This is a summary of the well known paper on "
                  "<a href='/staff/x.pdf'>Automated Antenna Design</a> with some examples.</p>")
            .authors.empty());
  CHECK(read_page("<body><h1>A title of words</h1><p>The transformer was first described in the paper "
                  "<a href=/p>Attention</a> <i>by Vaswani</i> and others.</p>")
            .authors.empty());
  for (const char* line :
       {"<p>Posted on 3 May 2024, <i>by Ann Lee</i></p>", "<p>News and views from the parrots |<i> by Ann Lee</i></p>",
        "<p><a href=/x>All the news from the parrots</a> <i>by Ann Lee</i></p>",
        "<p>A long line above the byline of this article<br><i>by Ann Lee</i></p>",
        "<div><p>A long line above the byline of this article</p>by Ann Lee</div>"}) {
    CAPTURE(line);
    CHECK(read_page("<body><h1>A title of words</h1>" + std::string(line)).authors == Names{"Ann Lee"});
  }
}
