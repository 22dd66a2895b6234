// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/page_list.h"

#include <catch2/catch.hpp>

#include <string>

#include "indexer/feed/discovery.h"

using namespace trawl::feed;

namespace {

PageList read(const std::string& html) {
  return read_page_list(html, "https://b.example/blog/", [](std::string_view url) { return url.contains("/p/"); });
}

} // namespace

TEST_CASE("page list: article links in order, with the longest text of each", "[page_list]") {
  const PageList list = read("<!-- <a href=/p/0>no</a> --><script>'<a href=/p/9>'</script>"
                             "<a href='/p/2'><img src=x></a><a href=p/1#more>First &amp; <b>foremost</b></a>"
                             "<a href='/p/2'>Second</a><a href=/about>About</a><a href=#p/>x</a>");
  REQUIRE(list.links.size() == 2);
  CHECK(list.links[0].url == "https://b.example/p/2");
  CHECK(list.links[0].text == "Second");
  CHECK(list.links[1].url == "https://b.example/blog/p/1");
  CHECK(list.links[1].text == "First & foremost");
  CHECK(list.next.empty());
}

TEST_CASE("page list: the next page is declared, or recognised by its text", "[page_list]") {
  CHECK(read("<a class=next href=page/3>x</a><link rel='next' href='page/2'>").next == "https://b.example/blog/page/2");
  CHECK(read("<a href='?page=2'>Older posts →</a>").next == "https://b.example/blog/?page=2");
  CHECK(read("<a href='/zh/2'>下一页</a>").next == "https://b.example/zh/2");
  CHECK(read("<a href='https://other.example/'>Next</a>").next.empty());
  CHECK(read("<a href='#'>Next</a><a href=/x>Next steps for models</a>").next.empty());
}

TEST_CASE("discovery: declared feeds come first, those of comments later", "[discovery]") {
  const auto found =
      discover_feeds("<link rel=alternate type='application/rss+xml' title='Comments' href='/comments/feed'>"
                     "<link rel='alternate' type='application/rss+xml' title='All' href='/feed?a=1&amp;b=2'>"
                     "<link rel=alternate type='application/json' href='/wp-json/1'><link rel=sitemap href=/map.xml>"
                     "<a href='/atom.xml'>feed</a>",
                     "https://b.example/");
  REQUIRE(found.size() > 4);
  CHECK(found[0].url == "https://b.example/feed?a=1&b=2");
  CHECK(found[0].title == "All");
  CHECK(found[0].origin == CandidateOrigin::Declared);
  CHECK(found[1].url == "https://b.example/comments/feed");
  CHECK(found[2].url == "https://b.example/atom.xml");
  CHECK(found[2].origin == CandidateOrigin::Linked);
  CHECK(found[3].origin == CandidateOrigin::WellKnown);
  CHECK(found.back().origin == CandidateOrigin::Sitemap);
}

TEST_CASE("discovery: without a page only the usual paths are candidates", "[discovery]") {
  const auto found = discover_feeds("", "https://b.example/~x/");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].url == "https://b.example/~x/feed");
}
