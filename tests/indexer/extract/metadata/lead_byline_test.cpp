// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using trawl::extract::Byline;
using trawl::extract::read_lead_byline;
using Names = std::vector<std::string>;

TEST_CASE("lead byline: lines of companies with their people", "[byline]") {
  const Byline byline = read_lead_byline("Meta: Ann Lee, Bo van der Ek, Cy-Ann Dee\nParrot Labs: Di Fox, Ed Gun\n\n"
                                         "Working together we made birds talk.");
  CHECK(byline.authors == Names{"Ann Lee", "Bo van der Ek", "Cy-Ann Dee", "Di Fox", "Ed Gun"});
  CHECK(byline.affiliations == Names{"Meta", "Parrot Labs"});
}

TEST_CASE("lead byline: full names after a cue are the authors", "[byline]") {
  CHECK(read_lead_byline("Authors: Ann Lee, Bo Ek and Cy Dee\n\nText.").authors == Names{"Ann Lee", "Bo Ek", "Cy Dee"});
  CHECK(read_lead_byline("\n\nBy Ann Lee\n\nText.").authors == Names{"Ann Lee"});
  CHECK(read_lead_byline("By Ann Lee\nMeta: Ann Lee, Bo Ek").affiliations == Names{"Meta"});
}

TEST_CASE("lead byline: texts that begin otherwise name nobody", "[byline]") {
  for (const char* text :
       {"", "\n", "Ann Lee, Bo Ek", "Topics: Machine Learning, Deep Learning", "Crusoe Parrots: Ann Lee, Bo Ek",
        "Meta: we show how to train birds, and more", "Meta: Llama, Bo Ek", "By using a cache, Bo Ek wins",
        "By Ann Lee is this text, which goes on.", "Meta:", "By ", "By Ann Lee.", "Text first.\nBy Ann Lee"}) {
    CAPTURE(text);
    CHECK(read_lead_byline(text).authors.empty());
  }
}

TEST_CASE("lead byline: a line of any length, and lines without end, are read or refused", "[byline][limits]") {
  std::string names = "Meta: Ann Lee";
  while (names.size() < 990) names += ", Ann Lee";
  CHECK(read_lead_byline(names).authors == Names{"Ann Lee"});
  CHECK(read_lead_byline(names + ", Ann Lee, Ann Lee").authors.empty());
  std::string lines;
  for (char name = 'A'; name <= 'Z'; ++name) lines += std::string("Meta: Lee ") + name + "\n";
  CHECK(read_lead_byline(lines).authors.size() == 8);
}
