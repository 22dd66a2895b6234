// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/elements.h"

#include <string>
#include <utility>

#include <catch2/catch.hpp>


namespace element_text_test {

using namespace trawl;
using namespace trawl::extract;
using html::Dom;
using html::Tag;

namespace {

Dom parsed(const std::string& html) {
  auto dom = Dom::parse(html);
  REQUIRE(dom);
  return std::move(*dom);
}

/// The text of the first div.
std::string short_text_of(const std::string& inside) {
  const Dom dom = parsed("<div>" + inside + "</div>");
  return short_text(dom, dom.first(Tag::Div));
}

std::string byline_of(const std::string& inside) {
  const Dom dom = parsed("<div>" + inside + "</div>");
  return byline_text(dom, dom.first(Tag::Div));
}

std::string times(int count, const std::string& html) {
  std::string out;
  for (int i = 0; i < count; ++i) out += html;
  return out;
}

} // namespace

TEST_CASE("short text: elements that style sheets set apart have a space between them", "[element_text]") {
  CHECK(short_text_of("<span>By</span><a>Ann</a>") == "By Ann");
  CHECK(short_text_of("<time>May</time><b>1</b>") == "May 1");
  CHECK(short_text_of("A<b>nn</b>") == "Ann");
  CHECK(short_text_of("<b>A</b><i>nn</i>") == "Ann");
  CHECK(short_text_of("<p>One</p><p>two</p>") == "One two");
  CHECK(short_text_of("One<br>two") == "One two");
  CHECK(short_text_of(" One \n two ") == "One two");
}

TEST_CASE("short text: scripts and drawings are not text, hidden parts are", "[element_text]") {
  CHECK(short_text_of("a<script>x</script><style>y</style><svg><text>z</text></svg>b") == "ab");
  CHECK(short_text_of("a<noscript>x</noscript> b") == "a b");
  CHECK(short_text_of("<i hidden>a</i>") == "a");
}

TEST_CASE("short text: a text over 240 bytes or an element with over 90 nodes is not short", "[element_text]") {
  CHECK(short_text_of(std::string(240, 'x')) == std::string(240, 'x'));
  CHECK(short_text_of(std::string(241, 'x')).empty());
  CHECK(short_text_of(std::string(100'000, ' ') + "x").empty()); // the work is bounded, too
  CHECK(short_text_of(times(80, "<b></b>") + "x") == "x");
  CHECK(short_text_of(times(90, "<b></b>") + "x").empty());
}

TEST_CASE("lead text: the short text directly before an element", "[element_text]") {
  const auto lead = [](const std::string& before) {
    const Dom dom = parsed("<body>" + before + "<time>x</time>");
    return lead_text(dom, dom.first(Tag::Time));
  };
  CHECK(lead("<p>Updated on</p>") == "Updated on");
  CHECK(lead("Updated <b> on </b>\n") == "on");
  CHECK(lead("").empty());
  CHECK(lead(std::string(40, 'x')) == std::string(40, 'x'));
  CHECK(lead(std::string(41, 'x')).empty());
  CHECK(lead("Updated" + times(6, "<br>")) == "Updated");
  CHECK(lead("Updated" + times(9, "<br>")).empty());
}

TEST_CASE("local property: a name without its prefix", "[element_text]") {
  for (const char* name : {"author", "schema:author", "https://schema.org/author", "http://example.org/ns#author"}) {
    CAPTURE(name);
    CHECK(local_property(name) == "author");
  }
  CHECK(local_property("").empty());
}

TEST_CASE("item name: its itemprop name, that one's content, or the text", "[element_text]") {
  const auto name = [](const std::string& inside) {
    const Dom dom = parsed("<div itemprop=author>" + inside + "</div>");
    return item_name(dom, dom.first(Tag::Div));
  };
  CHECK(name("Ann Lee") == "Ann Lee");
  CHECK(name("by <span itemprop=name>Ann Lee</span>, Berlin") == "Ann Lee");
  CHECK(name("<meta itemprop=name content=' Ann  Lee '>x") == "Ann Lee");
  CHECK(name("<span itemprop='schema:name'>Ann Lee</span>") == "Ann Lee");
}

TEST_CASE("author url: the path has a folder of authors", "[element_text]") {
  for (const char* url : {"/author/ann", "https://x.org/authors/ann", "/de/autor/ann", "/profile/ann", "/by/ann",
                          "/journalists/ann", "/staff/"}) {
    CAPTURE(url);
    CHECK(is_author_url(url));
  }
  for (const char* url : {"", "/", "author/ann", "/authority/a", "/standby/ann", "/author"}) {
    CAPTURE(url);
    CHECK_FALSE(is_author_url(url));
  }
}

TEST_CASE("home link: only the root of a site is its front page", "[element_text]") {
  const auto is_home = [](const std::string& html) {
    const Dom dom = parsed(html);
    return is_home_link(dom, dom.first(Tag::H1));
  };
  CHECK(is_home("<h1><a href=' / '>x</a></h1>"));
  CHECK(is_home("<h1><a href='./'>x</a></h1>"));
  CHECK(is_home("<h1><b><a href='http://x.org/'>x</a></b></h1>"));
  CHECK_FALSE(is_home("<h1><a href='//x.org/a'>x</a></h1>"));
  CHECK_FALSE(is_home("<h1><a href='https://x.org/?a=1'>x</a></h1>"));
  CHECK_FALSE(is_home("<h1><a>x</a></h1>"));
  CHECK_FALSE(is_home("<h1>x</h1><a href='/'>y</a>"));
}

TEST_CASE("heading text: a kicker is cut only where a headline remains", "[element_text]") {
  const auto text = [](const std::string& inside) {
    const Dom dom = parsed("<h1>" + inside + "</h1>");
    return heading_text(dom, dom.first(Tag::H1));
  };
  CHECK(text("<i class=kicker>Birds</i> | They talk") == "They talk");
  CHECK(text("<i class=eyebrow>Birds</i> - They talk") == "They talk");
  CHECK(text("They talk <i class=kicker>Birds</i>") == "They talk Birds"); // not before the headline
  CHECK(text("<i class=kicker>Birds</i>") == "Birds");
  CHECK(text("<i class=kicker>Birds of the world</i> talk") == "Birds of the world talk"); // the rest is too short
  CHECK(text("<i class=other>Birds</i> They talk") == "Birds They talk");
  CHECK(text("").empty());
}

TEST_CASE("byline text: parts that style sheets set apart are separate lines", "[element_text]") {
  CHECK(byline_of("<a>Ann Lee</a><span>Senior Editor</span>") == "Ann Lee\nSenior Editor");
  CHECK(byline_of("<span>By</span><span>Ann Lee</span>") == "By Ann Lee");
  CHECK(byline_of("<span>Story by</span><span>Ann Lee</span>") == "Story by Ann Lee");
  CHECK(byline_of("<span>Ann</span><span>Lee</span>") == "Ann Lee");
  CHECK(byline_of("Ann <b>L</b>ee") == "Ann Lee");
  CHECK(byline_of("<a>Ann Lee</a><br>") == "Ann Lee");
}

TEST_CASE("byline text: similar parts are one list", "[element_text]") {
  CHECK(byline_of("<ul><li>Ann Lee</li><li>Bo Ek</li><li>Cy Dee</li></ul>") == "Ann Lee, Bo Ek, Cy Dee");
  CHECK(byline_of("<span class=x>Ann Lee</span><span class=x>Bo Ek</span>") == "Ann Lee, Bo Ek");
  CHECK(byline_of("<span class=x>Ann Lee</span><span class=y>Bo Ek</span>") == "Ann Lee\nBo Ek");
}

TEST_CASE("byline text: the limits of short text", "[element_text]") {
  CHECK(byline_of("By " + std::string(237, 'x')).size() == 240);
  CHECK(byline_of("By " + std::string(238, 'x')).empty());
  CHECK(byline_of(times(95, "<b></b>") + "Ann Lee").empty());
}

TEST_CASE("marks: a token of a list, in any case, never a part of one", "[element_text]") {
  CHECK(has_token("author", "author"));
  CHECK(has_token("nofollow AUTHOR", "author"));
  CHECK(has_token("a\tauthor\nb", "author"));
  for (const char* list : {"", " ", "authors", "co-author", "author,me"}) {
    CAPTURE(list);
    CHECK_FALSE(has_token(list, "author"));
  }
}

} // namespace element_text_test
