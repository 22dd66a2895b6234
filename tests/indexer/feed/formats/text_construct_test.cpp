// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/text_construct.h"

#include <catch2/catch.hpp>

#include <string>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

namespace {

/// The content and the title of an Atom entry with the same construct in both.
struct Row {
  std::string attributes, inside, content, title;
};

} // namespace

TEST_CASE("text construct: the type says whether a text is markup", "[feed]") {
  const Row rows[] = {
      {"", "a &lt; b", "a &lt; b", "a < b"},
      {"", "AT&amp;amp;T", "AT&amp;T", "AT&amp;T"}, // HTML without a type, as content; a title is text
      {"type='text'", "&lt;b&gt; x", "&lt;b&gt; x", "<b> x"},
      {"type='text/plain'", "&lt;b&gt; x", "&lt;b&gt; x", "<b> x"},
      {"type='html'", "&lt;b&gt;x&lt;/b&gt; &amp;amp; y", "<b>x</b> &amp; y", "x & y"},
      {"type=' HTML '", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>", "x"},
      {"type='text/html'", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>", "x"},
      {"type='html'", "<![CDATA[<b>x</b>]]>", "<b>x</b>", "x"},
      {"type='xhtml'", "<div xmlns='http://www.w3.org/1999/xhtml'><b>x</b> &amp; y</div>", "<b>x</b> &amp; y", "x & y"},
      {"type='xhtml'", "<b>x</b>y", "<b>x</b>y", "xy"},
      {"type='xhtml'", "x &amp; y", "x &amp; y", "x & y"},
      {"type='xhtml'", "&lt;b&gt;x&lt;/b&gt;", "<b>x</b>", "x"}, // escaped by mistake
      {"mode='xml' type='text/html'", "<b>x</b>", "<b>x</b>", "x"},
      {"mode='base64' type='text/html'", "PGI+eDwvYj4=", "<b>x</b>", "x"},
      {"mode='base64' type='text/plain'", "PGI+", "&lt;b&gt;", "<b>"},
      {"type='application/octet-stream'", "PGI+eDwvYj4=", "<b>x</b>", "x"},
      {"type='application/octet-stream'", "test!", "test!", "test!"}, // not base64
      {"type='application/octet-stream'", "test", "test", "test"},    // base64 of bytes that are not text
  };
  for (const Row& row : rows) {
    INFO(row.attributes << ": " << row.inside);
    const FeedEntry entry = atom_entry("<title " + row.attributes + ">" + row.inside + "</title><content " +
                                       row.attributes + ">" + row.inside + "</content>");
    CHECK(entry.content == row.content);
    CHECK(entry.title == row.title);
  }
}

TEST_CASE("text construct: the <div> around XHTML is dropped only if it contains everything", "[feed]") {
  const auto content = [](const std::string& inside) {
    return atom_entry("<content type='xhtml'>" + inside + "</content>").content;
  };
  CHECK(content("<div><p>a</p></div>") == "<p>a</p>");
  CHECK(content("\n <div>a</div>\n ") == "a");
  CHECK(content("<div>a</div><div>b</div>") == "<div>a</div><div>b</div>");
  CHECK(content("before<div>a</div>") == "before<div>a</div>");
  CHECK(content("<p>a</p>") == "<p>a</p>");
  CHECK(content("<div><div>a</div></div>") == "<div>a</div>");
}

TEST_CASE("text construct: links in content follow the base of the element", "[feed]") {
  CHECK(atom_entry("<content type='html' xml:base='https://c.example/d/'>&lt;a href='x'&gt;</content>").content ==
        "<a href=\"https://c.example/d/x\">");
  CHECK(rss_item("<description>&lt;img src='/i.png'&gt;</description>").summary ==
        "<img src=\"https://a.example/i.png\">");
  CHECK(rss_item("<description>&lt;a href='#x'&gt;</description>").summary == "<a href=\"https://a.example/feed#x\">");
}

TEST_CASE("text construct: in RSS a text is escaped HTML", "[feed]") {
  CHECK(rss_item("<title>a &amp;amp; &lt;b&gt;b&lt;/b&gt;</title>").title == "a & b");
  CHECK(rss_item("<description> &lt;p&gt;x&lt;/p&gt; </description>").summary == "<p>x</p>");
  CHECK(rss_item("<description><p>x</p></description>").summary == "<p>x</p>");
}

TEST_CASE("text construct: base64 is read with line breaks, in both alphabets, and with or without its end", "[feed]") {
  const auto content = [](const std::string& base64) {
    return atom_entry("<content mode='base64'>" + base64 + "</content>").content;
  };
  CHECK(content("8J+YgA==") == "😀");
  CHECK(content("8J-YgA") == "😀");
  CHECK(content("8J+Y\n gA==") == "😀");
  CHECK(content("Pz8/") == "???");
  CHECK(content("Pz8_") == "???");
  CHECK(content("") == "");
}
