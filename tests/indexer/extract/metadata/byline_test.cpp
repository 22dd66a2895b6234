// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/byline.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::extract::parse_byline;
using Names = std::vector<std::string>;

TEST_CASE("byline: people, teams and the companies that they are of", "[byline]") {
  struct Row {
    const char* text;
    Names authors, affiliations = {};
  };
  const std::vector<Row> rows = {
      {"Vasiliy Kuznetsov (Meta) and Sayak Paul (Hugging Face)",
       {"Vasiliy Kuznetsov", "Sayak Paul"},
       {"Meta", "Hugging Face"}},
      {"The PyTorch Team at Meta", {"The PyTorch Team"}, {"Meta"}},
      {"Shunting Zhang, Elias Ellison, Jason Ansel", {"Shunting Zhang", "Elias Ellison", "Jason Ansel"}},
      {"Nikhil Patel, Driss Guessous, Meta", {"Nikhil Patel", "Driss Guessous"}, {"Meta"}},
      {"Meta: Less Wright, Howard Huang", {"Less Wright", "Howard Huang"}, {"Meta"}},
      {"PyTorch and Nebius (Hooman Ramezani) Teams", {"PyTorch", "Nebius", "Hooman Ramezani"}, {"Nebius"}},
      {"PyTorch Foundation", {"PyTorch Foundation"}},
      {"Intel PyTorch and Client AI SW team", {"Intel PyTorch and Client AI SW team"}, {"Intel"}},
      {"TorchSpec team, Mooncake team", {"TorchSpec team", "Mooncake team"}},
      {"Lee GmbH & Co. KG", {"Lee GmbH & Co. KG"}},
      {"Ann Lee, Lee GmbH & Co. KG", {"Ann Lee"}, {"Lee GmbH & Co. KG"}},
      {"Ann Lee, ANN LEE and Bo Ek", {"Ann Lee", "Bo Ek"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto byline = parse_byline(row.text);
    CHECK(byline.authors == row.authors);
    CHECK(byline.affiliations == row.affiliations);
  }
}

TEST_CASE("byline: cue words, jobs and dates are not names", "[byline]") {
  struct Row {
    const char* text;
    Names authors;
  };
  const std::vector<Row> rows = {
      {"By Ann Lee", {"Ann Lee"}},
      {"Written by: Ann Lee and Bo Ek", {"Ann Lee", "Bo Ek"}},
      {"Von Ann Lee und Bo Ek", {"Ann Lee", "Bo Ek"}},
      {"作者：王小明", {"王小明"}},
      {"Ann Lee, Senior Staff Writer", {"Ann Lee"}},
      {"Ann Lee Staff Reporter", {"Ann Lee"}},
      {"By Ann Lee on March 3, 2024", {"Ann Lee"}},
      {"Ann Lee Mar 14", {"Ann Lee"}},
      {"Tom May", {"Tom May"}},
      {"USA TODAY", {"USA TODAY"}},
      {"Ann Lee, Chief Technology Officer", {"Ann Lee"}},
      {"ann-lee", {"Ann Lee"}},
      {"Ann Lee, Ph.D.", {"Ann Lee"}},
      {"Ursula von der Leyen", {"Ursula von der Leyen"}},
      {"J. R. Stone", {"J. R. Stone"}},
      {"admin", {}},
      {"https://example.org/author/ann", {}},
      {"@annlee", {}},
      {"Updated 3 hours ago", {}},
      {"December 9", {}},
      {"", {}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(parse_byline(row.text).authors == row.authors);
  }
}

TEST_CASE("byline: noise of any length is read in bounded time", "[byline]") {
  std::string noise;
  for (int i = 0; i < 5'000; ++i) noise += "(,and by ";
  CHECK(parse_byline(noise).authors.size() <= 200);
}

TEST_CASE("byline: what is in brackets is an affiliation only if it can be one", "[byline]") {
  struct Row {
    const char* text;
    Names affiliations;
  };
  const std::vector<Row> rows = {
      {"Ann Lee (Example Labs)", {"Example Labs"}},
      {"Ann Lee [Reuters]", {"Reuters"}},
      {"Ann Lee (ssi/dan)", {}},
      {"Ann Lee (she/her)", {}},
      {"Ann Lee (Staff)", {}},
      {"Ann Lee (@annlee)", {}},
      {"Ann Lee (2024)", {}},
      {"Ann Lee (unclosed", {}},
      {"Ann Lee ()", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_byline(row.text).authors == Names{"Ann Lee"});
    CHECK(parse_byline(row.text).affiliations == row.affiliations);
  }
}

TEST_CASE("byline: where a person works is an affiliation", "[byline]") {
  struct Row {
    const char* text;
    Names affiliations;
  };
  const std::vector<Row> rows = {
      {"Ann Lee of Reuters", {"Reuters"}}, {"Ann Lee at Example", {"Example"}}, {"Ann Lee @ Example", {"Example"}},
      {"Ann Lee bei Meta", {"Meta"}},      {"Ann Lee in Berlin", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(parse_byline(row.text).authors == Names{"Ann Lee"});
    CHECK(parse_byline(row.text).affiliations == row.affiliations);
  }
  CHECK(parse_byline("Joan of Arc").authors == Names{"Joan of Arc"}); // no company follows
}

TEST_CASE("byline: the first line with a name counts", "[byline]") {
  CHECK(parse_byline("Senior Editor\nAnn Lee\nBo Ek").authors == Names{"Ann Lee"});
  CHECK(parse_byline("\n\n").authors.empty());
}

TEST_CASE("byline: the first 2,000 bytes are read", "[byline]") {
  const std::string blanks(1'990, ' ');
  CHECK(parse_byline(blanks + "Ann Lee").authors == Names{"Ann Lee"});
  CHECK(parse_byline(std::string(2'000, ' ') + "Ann Lee").authors.empty());
}

TEST_CASE("byline: reading a list of names again gives the same names", "[byline]") {
  for (const char* text : {"By Ann Lee, Bo Ek and Cy Dee", "Von Ursula von der Leyen und J. R. Stone", "王小明、李华",
                           "Ann Lee Jr. & Bo Ek", "The PyTorch Team at Meta"}) {
    CAPTURE(text);
    const Names names = parse_byline(text).authors;
    std::string joined;
    for (const std::string& name : names) joined += (joined.empty() ? "" : ", ") + name;
    CHECK(parse_byline(joined).authors == names);
  }
}

TEST_CASE("byline: accounts, roles and loose parts of sentences name nobody", "[byline]") {
  for (const char* text : {"Inc.", "GmbH", "in Uncategorized", "via nobody", "Insights from", "mdr.de", "katholisch.at",
                           "instagram.com", "Learn more", "Datum"}) {
    CAPTURE(text);
    CHECK(parse_byline(text).authors.empty());
  }
}

TEST_CASE("byline: names that resemble roles and hosts are kept", "[byline]") {
  for (const char* text : {"Ann Lee", "Test Author", "J.R. Stone", "Madonna", "Ursula von der Leyen",
                           "Costanza Inc Lee", "Mina Coe", "Inga Kg Lee", "Anders And Lee"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_byline(text).authors.empty());
  }
}

TEST_CASE("byline: cues in other words are cut off", "[byline]") {
  for (const char* text : {"Erstellt von Ann Lee", "Eingestellt von Ann Lee", "Alle Artikel von Ann Lee",
                           "View all posts by Ann Lee", "Post by Ann Lee", "Ann Lee in"}) {
    CAPTURE(text);
    CHECK(parse_byline(text).authors == Names{"Ann Lee"});
  }
}
