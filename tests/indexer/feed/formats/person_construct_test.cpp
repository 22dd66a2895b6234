// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/person_construct.h"

#include <catch2/catch.hpp>

#include <string>

#include "tests/indexer/feed/formats/read_feed.h"

using namespace trawl::feed;

namespace {

/// "name <email> uri" of each person, without what is empty.
std::string to_text(const std::vector<FeedAuthor>& people) {
  std::string out;
  for (const FeedAuthor& person : people) {
    if (!out.empty()) out += "; ";
    out += person.name;
    if (!person.email.empty()) out += "<" + person.email + ">";
    if (!person.uri.empty()) out += "(" + person.uri + ")";
  }
  return out;
}

} // namespace

TEST_CASE("person construct: a text has a name and an address in one of the usual orders", "[feed]") {
  struct Row {
    std::string_view text, name, email;
  };
  const Row rows[] = {{"", "", ""},
                      {"Ada Lovelace", "Ada Lovelace", ""},
                      {"ada@a.example", "", "ada@a.example"},
                      {"ada@a.example (Ada Lovelace)", "Ada Lovelace", "ada@a.example"},
                      {"ada@a.example(Ada)", "Ada", "ada@a.example"},
                      {"Ada Lovelace <ada@a.example>", "Ada Lovelace", "ada@a.example"},
                      {"<ada@a.example>", "", "ada@a.example"},
                      {"Ada (ada@a.example)", "Ada", "ada@a.example"},
                      {"ada@a.example Ada Lovelace", "Ada Lovelace", "ada@a.example"},
                      {"mailto:ada@a.example", "", "ada@a.example"},
                      {"\"Ada Lovelace\" <ada@a.example>", "Ada Lovelace", "ada@a.example"},
                      {"Ada (of Ockham)", "Ada (of Ockham)", ""},
                      {"Ada <of Ockham>", "Ada <of Ockham>", ""},
                      {"@ada", "@ada", ""},
                      {"ada@localhost", "ada@localhost", ""},
                      {"Ada &amp; <b>Charles</b>", "Ada & Charles", ""},
                      {"  Ada \n Lovelace ", "Ada Lovelace", ""},
                      {"Ida <i@a.example>", "Ida", "i@a.example"}, // not the element <i>
                      {"\"", "\"", ""},
                      {"김민준", "김민준", ""}};
  for (const Row& row : rows) {
    INFO(row.text);
    const FeedAuthor person = person_of_text(row.text);
    CHECK(person.name == row.name);
    CHECK(person.email == row.email);
  }
}

TEST_CASE("person construct: child elements give name, email and address", "[feed]") {
  CHECK(to_text(atom_entry("<author><name> Ada\n L. </name><email>a@b.c</email><uri>/ada</uri></author>").authors) ==
        "Ada L.<a@b.c>(https://a.example/ada)");
  CHECK(to_text(atom_entry("<author><email>a@b.c</email></author>").authors) == "<a@b.c>");
  CHECK(to_text(atom_entry("<author><name>Ada (a@b.c)</name></author>").authors) == "Ada<a@b.c>");
  CHECK(to_text(atom_entry("<author><name>Ada (a@b.c)</name><email>x@y.z</email></author>").authors) == "Ada<x@y.z>");
  CHECK(to_text(atom_entry("<author><name>Ada @home</name></author>").authors) == "Ada @home");
  CHECK(to_text(atom_entry("<author><b>Ada</b></author>").authors) == "Ada");
  CHECK(to_text(atom_entry("<author><name> </name></author>").authors) == "");
}

TEST_CASE("person construct: a person who is named twice is one, with all that is known", "[feed]") {
  CHECK(to_text(rss_item("<author>a@b.c (Ada)</author><dc:creator>ADA</dc:creator>").authors) == "ADA<a@b.c>");
  CHECK(to_text(rss_item("<dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator><author>Ada</author>").authors) ==
        "Ada; Bo");
  CHECK(to_text(rss_item("<author>a@b.c</author><author>A@B.C</author>").authors) == "<a@b.c>");
}

TEST_CASE("person construct: at most a hundred people are read from one entry", "[feed][limits]") {
  std::string elements;
  for (int i = 0; i < 150; ++i) elements += "<dc:creator>Person " + std::to_string(i) + "</dc:creator>";
  const auto authors = rss_item(elements).authors;
  REQUIRE(authors.size() == 100);
  CHECK(authors.back().name == "Person 99");
}
