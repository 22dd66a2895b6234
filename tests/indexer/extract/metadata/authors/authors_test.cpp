// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline.h"
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

TEST_CASE("authors: those of comments and related articles are not the article's", "[authors]") {
  CHECK(read_page("<body><h1>T</h1><div class='comments'><a rel='author'>Bo Ek</a></div>").authors.empty());
}

TEST_CASE("authors: a placeholder is not an author", "[authors]") {
  CHECK(read_page(R"(<meta name="author" content="abc b c"><body><h1>T</h1>)").authors.empty());
  CHECK(read_page(R"(<meta name="author" content="admin"><body><h1>T</h1>)").authors.empty());
}

TEST_CASE("authors: the site itself when nobody else is named", "[authors]") {
  const auto page = read_page(R"(<meta property="og:site_name" content="Example Labs">
    <meta name="author" content="Example Labs"><body><h1>T</h1>)");
  CHECK(page.authors == Names{"Example Labs"});
}

TEST_CASE("authors: an article described twice, once with its publisher alone", "[authors]") {
  const auto page = trawl::extract::read_page(
      R"(<script type="application/ld+json">{"@type":"NewsArticle","headline":"Parrots talk all day",
      "author":{"name":"The Daily Parrot"},"publisher":{"name":"The Daily Parrot"}}</script>
      <script type="application/ld+json">{"@type":"NewsArticle","headline":"Parrots talk all day",
      "author":[{"name":"Ann Lee"}]}</script><h1>Parrots talk all day</h1><p>Text.)");
  CHECK(page.authors == Names{"Ann Lee"});
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
  CHECK(authors("By A<b>nn</b> Lee") == Names{"Ann Lee"});
}

TEST_CASE("authors: names that are also words of menus", "[authors]") {
  CHECK(trawl::extract::parse_byline("By Will Knight").authors == Names{"Will Knight"});
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
