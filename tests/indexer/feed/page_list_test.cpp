// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/page_list.h"
#include "shared/base/date_time.h"

#include <catch2/catch.hpp>

#include <string>

namespace page_list_test {

using namespace trawl::feed;

namespace {

PageList read(const std::string& html) {
  return read_page_list(html, "https://b.example/blog/", [](std::string_view url) { return url.contains("/p/"); })
      .value();
}

} // namespace

TEST_CASE("page list: article links in order, each once", "[page_list]") {
  const PageList list = read("<!-- <a href=/p/0>no</a> --><script>'<a href=/p/9>'</script>"
                             "<a href='/p/2'><img src=x></a><a href=p/1#more>First &amp; <b>foremost</b></a>"
                             "<a href='/p/2'>Second</a><a href=/about>About</a><a href=#p/>x</a>"
                             "<textarea><a href=/p/8>no</a></textarea><template><a href=/p/7>no</a></template>");
  REQUIRE(list.links.size() == 2);
  CHECK(list.links[0].url == "https://b.example/p/2");
  CHECK(list.links[1].url == "https://b.example/blog/p/1");
  CHECK(list.next.empty());
}

TEST_CASE("page list: an article has the date of its item", "[page_list]") {
  const auto dates_of = [](const std::string& html) {
    std::string dates;
    for (const auto& link : read(html).links) dates += (link.date ? trawl::to_text(*link.date) : "none") + " ";
    return dates;
  };
  CHECK(dates_of("<ul><li><a href=/p/1>One</a> <time datetime=2026-05-01>May</time>"
                 "<li><a href=/p/2>Two</a> 2 June 2025<li><a href=/p/3>Three, seen in 2024</a></ul>") ==
        "2026-05-01 2025-06-02 none ");
  CHECK(dates_of("<div><div><time datetime=2026-05-01></time></div><h3><a href=/p/1>One</a></h3></div>"
                 "<div><div><time datetime=2026-05-02></time></div><h3><a href=/p/2>Two</a></h3></div>") ==
        "2026-05-01 2026-05-02 ");
  CHECK(dates_of("<article><a href=/p/1><img></a><h2><a href=/p/1>One</a></h2><p>By Ann</p><span>1 May 2026</span>"
                 "</article><article><a href=/p/2>Two</a></article>") == "2026-05-01 none ");
  CHECK(dates_of("<a href=/p/1>One</a> 2026-05-01<br><a href=/p/2>Two</a> 2026-05-02<br>") == "2026-05-01 2026-05-02 ");
}

TEST_CASE("page list: the next page is declared, or recognised by its text", "[page_list]") {
  CHECK(read("<a class=next href=page/3>x</a><link rel='next' href='page/2'>").next == "https://b.example/blog/page/2");
  CHECK(read("<a href='?page=2'>Older posts →</a>").next == "https://b.example/blog/?page=2");
  CHECK(read("<a href='/zh/2'>下一页</a>").next == "https://b.example/zh/2");
  CHECK(read("<a href='https://other.example/'>Next</a>").next.empty());
  CHECK(read("<a href='#'>Next</a><a href=/x>Next steps for models</a>").next.empty());
}

TEST_CASE("page list: a declared next page is preferred to a guessed one, and the first of each", "[page_list]") {
  CHECK(read("<a class=next href=/2>x</a><a class=next href=/3>x</a>").next == "https://b.example/2");
  CHECK(read("<a href=/2>Next</a><a rel='nofollow next' href=/3>x</a>").next == "https://b.example/3");
  CHECK(read("<a rel=prev href=/1>Previous</a>").next.empty());
  CHECK(read("<a rel=next href='#2'>x</a>").next.empty());
  CHECK(read("<a rel=next href=/blog/>this page</a>").next.empty());
  CHECK(read("<link rel=next href='http://other.example/2'>").next.empty());
  CHECK(read("<link rel=next href='http://b.example/2'>").next == "http://b.example/2"); // the same host
}

TEST_CASE("page list: the words for the next page may have arrows, dots and any case", "[page_list]") {
  for (const char* text :
       {"Next", "NEXT \u2192", "Next page \u00bb", "older posts...", "Older Entries >", "\u00bb", ">>", ">",
        "Weiter \u203a", "\u6b21\u3078", "N\u00e4chste Seite", "<span>Next</span>", " next\n"}) {
    INFO(text);
    CHECK(read("<a href=/2>" + std::string(text) + "</a>").next == "https://b.example/2");
  }
  for (const char* text : {"", "Nexto", "What is next", "<", "2", "Previous", "\u2190", "..."}) {
    INFO(text);
    CHECK(read("<a href=/2>" + std::string(text) + "</a>").next.empty());
  }
  CHECK(read("<a href=/2 aria-label='Next Page'><svg></svg></a>").next == "https://b.example/2");
}

TEST_CASE("page list: relative links follow the first usable <base>", "[page_list]") {
  CHECK(read("<base href='https://c.example/d/'><a href=p/1>x</a>").links.at(0).url == "https://c.example/d/p/1");
  CHECK(read("<base href='/d/'><a href=p/1>x</a>").links.at(0).url == "https://b.example/d/p/1");
  CHECK(read("<base href=''><base target=x><a href=p/1>x</a>").links.at(0).url == "https://b.example/blog/p/1");
  CHECK(read("<base href='mailto:x'><a href=p/1>x</a>").links.at(0).url == "https://b.example/blog/p/1");
}

TEST_CASE("page list: an anchor ends where the next one begins, or the page", "[page_list]") {
  const PageList list = read("<a href=/p/1>one<a href=/p/2>Next</a></a>three<a href=/p/3>four");
  CHECK(list.links.size() == 3);
  CHECK(list.next == "https://b.example/p/2");
}

TEST_CASE("page list: a link to the page itself, or without a target, does not count", "[page_list]") {
  const PageList list =
      read_page_list("<a href='/p/'>x</a><a href='/p/#c'>x</a><a>x</a><a href=''>x</a><a href='mailto:/p/'>x</a>"
                     "<a href='/p/?q'>x</a>",
                     "https://b.example/p/", [](std::string_view) { return true; })
          .value();
  REQUIRE(list.links.size() == 1);
  CHECK(list.links[0].url == "https://b.example/p/?q");
}

TEST_CASE("page list: at most kMaxPageLinks links are kept, the first ones", "[page_list][limits]") {
  std::string html;
  for (std::size_t i = 0; i < kMaxPageLinks + 10; ++i) html += "<a href=/p/" + std::to_string(i) + ">t</a>";
  const PageList list = read(html);
  REQUIRE(list.links.size() == kMaxPageLinks);
  CHECK(list.links.back().url == "https://b.example/p/" + std::to_string(kMaxPageLinks - 1));
}

TEST_CASE("page list: a page that cannot be parsed within the limits is an error", "[page_list][limits]") {
  std::string html;
  for (int i = 0; i < 10'000; ++i) html += "<div>";
  const auto list = read_page_list(html + "<a href=/p/1>x</a>", "https://b.example/", [](auto) { return true; });
  REQUIRE_FALSE(list);
  CHECK(list.error().code == trawl::ErrorCode::TooLarge);
}

} // namespace page_list_test
