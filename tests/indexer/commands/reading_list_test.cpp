// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/reading_list.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace reading_list_test {

using trawl::commands::read_reading_list;
using Urls = std::vector<std::string>;

TEST_CASE("reading list: a browser's bookmarks", "[commands]") {
  const auto urls = read_reading_list(R"x(<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p><DT><H3 ADD_DATE="1">AI</H3><DL><p>
<DT><A HREF="https://a.example/post?utm_source=x" ADD_DATE="1" ICON="data:image/png;base64,AAAA">A &amp; B</A>
<DT><A HREF="https://a.example/post" ADD_DATE="2">again</A>
<DT><A HREF="https://a.example/">front page</A><DT><A HREF="javascript:alert(1)">no</A><DT><A HREF="place:sort=8">no</A>
</DL><p></DL><p>)x",
                                      "bookmarks.html");
  CHECK(urls.value() == Urls{"https://a.example/post"});
}

TEST_CASE("reading list: exports of Pocket and Instapaper", "[commands]") {
  const std::string instapaper = "URL,Title,Selection,Folder,Timestamp\r\n"
                                 "https://b.example/one,\"One, \"\"two\"\"\nthree\",,Unread,1700000000\r\n"
                                 "https://b.example/two,Two,\"a, b\",Archive,1700000001\r\n";
  CHECK(read_reading_list(instapaper, "x").value() == Urls{"https://b.example/one", "https://b.example/two"});
  const std::string pocket = "title,url,time_added,tags,status\nOne,https://c.example/1-one,1,ai|ml,unread\n";
  CHECK(read_reading_list(pocket, "x").value() == Urls{"https://c.example/1-one"});
  const std::string page = "<!DOCTYPE html><html><title>Pocket Export</title><h1>Unread</h1><ul>"
                           "<li><a href=\"https://d.example/x1\" time_added=\"1\" tags=\"\">X</a></li></ul></html>";
  CHECK(read_reading_list(page, "x").value() == Urls{"https://d.example/x1"});
  CHECK(read_reading_list("https://e.example/a1\n\nhttps://e.example/b2", "x").value() ==
        Urls{"https://e.example/a1", "https://e.example/b2"});
}

TEST_CASE("reading list: a file that cannot be read is named", "[commands]") {
  for (const std::string& text :
       {std::string(), std::string("a,b\n\"c"), std::string("<p>nothing"), std::string("\"")}) {
    const auto urls = read_reading_list(text, "kept.csv");
    REQUIRE_FALSE(urls);
    CHECK(urls.error().where == "kept.csv");
  }
  std::string deep = "<a href=\"https://a.example/1\">";
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  const auto urls = read_reading_list(deep, "deep.html");
  REQUIRE_FALSE(urls);
  CHECK(urls.error().where == "deep.html");
}

} // namespace reading_list_test
