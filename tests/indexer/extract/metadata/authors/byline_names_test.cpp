// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/authors/byline_names.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/extract/metadata/authors/byline_split.h"
#include "indexer/extract/metadata/authors/byline_trim.h"
#include "indexer/extract/metadata/authors/byline_words.h"

using namespace trawl::extract;

TEST_CASE("byline names: names in any script, with particles and initials", "[byline]") {
  for (const std::string_view name : {"Ann Lee", "Madonna", "Nguyễn Văn An", "Ursula von der Leyen", "J. R. Stone",
                                      "王小明", "April", "The PyTorch Team", "ann lee", "danah boyd", "Ann 2"}) {
    CAPTURE(name);
    CHECK(is_author_name(name));
  }
}

TEST_CASE("byline names: addresses, jobs, dates, placeholders and running text are not names", "[byline]") {
  for (const std::string_view name :
       {"", "A", "ann@example.org", "@ann", "https://example.org/ann", "www.example.org", "Staff Writer", "PhD",
        "December", "May 3", "12345", "7", "admin", "Your Name", "Updated today", "read more about this topic",
        "a sentence in lower case", "a very long sentence that nobody would take for the name of a person at all"}) {
    CAPTURE(name);
    CHECK_FALSE(is_author_name(name));
  }
}

TEST_CASE("byline names: organisations are known by name or by their last words", "[byline]") {
  for (const std::string_view name : {"Meta", "Hugging Face", "Example Inc", "University of Example", "Reuters"}) {
    CAPTURE(name);
    CHECK(is_organization(name));
  }
  for (const std::string_view name : {"Ann Lee", "Inc", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_organization(name));
  }
}

TEST_CASE("byline cues: the longest cue counts, and nouns need a colon", "[byline]") {
  CHECK(byline_cue_length("By Ann") == 3);
  CHECK(byline_cue_length("WRITTEN BY Ann") == 11);
  CHECK(byline_cue_length("Author: Ann") == 7);
  CHECK(byline_cue_length("Author Ann") == 0);
  CHECK(byline_cue_length("作者：王小明") == std::string("作者：").size());
  CHECK(byline_cue_length("Byron Lee") == 0);
  CHECK(byline_cue_length("By") == 0);
}

TEST_CASE("byline split: separators in several languages, but not inside brackets", "[byline]") {
  const auto names = [](std::string_view text) { return split_names(text).size(); };
  CHECK(names("Ann Lee, Bo Ek and Cy Dee") == 3);
  CHECK(names("Ann Lee und Bo Ek & Cy Dee") == 3);
  CHECK(names("王小明、李华") == 2);
  CHECK(names("Ann Lee (Meta, Berlin) and Bo Ek") == 2);
  CHECK(names("Andy Anderson") == 1);
  CHECK(names("") == 1);
}

TEST_CASE("byline split: a line that ends or begins with a separator continues", "[byline]") {
  CHECK(joined_lines("Ann Lee,\nBo Ek\nEditor") == std::vector<std::string>{"Ann Lee, Bo Ek", "Editor"});
  CHECK(joined_lines("Ann Lee\nand Bo Ek") == std::vector<std::string>{"Ann Lee and Bo Ek"});
  CHECK(joined_lines("\n\nAnn Lee\n") == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("byline trim: cues, dates, jobs and punctuation are cut", "[byline]") {
  CHECK(without_cues("Written by: Ann Lee") == "Ann Lee");
  CHECK(after_inner_cue("Mar 6 Written By Ann Lee") == "Ann Lee");
  CHECK(after_inner_cue("Stand by Me") == "Stand by Me"); // no date before the cue
  CHECK(without_dates_after("Ann Lee on 3 May 2024") == "Ann Lee");
  CHECK(without_dates_after("Ann Lee - Updated today") == "Ann Lee");
  CHECK(without_dates_after("Ann Lee - Bo Ek") == "Ann Lee - Bo Ek");
  CHECK(without_tail_words("Ann Lee Mar 14") == "Ann Lee");
  CHECK(without_tail_words("Ann Lee Senior Editor") == "Ann Lee");
  CHECK(without_tail_words("Ann Lee PhD") == "Ann Lee");
  CHECK(without_tail_words("Ann Lee Jr") == "Ann Lee Jr");
  CHECK(without_end_marks("Ann Lee -") == "Ann Lee");
  CHECK(without_end_marks("“Ann” Lee Jr.") == "“Ann” Lee Jr.");
  CHECK(without_end_marks("Stone J. R.") == "Stone J. R.");
  CHECK(unslugged("ann-lee") == "Ann Lee");
  CHECK(unslugged("Jean-Luc") == "Jean-Luc");
  CHECK(begins_with_date("3 May"));
  CHECK(begins_with_date("Monday morning"));
  CHECK_FALSE(begins_with_date("May Smith"));
}

TEST_CASE("byline words: press titles and doubled names", "[byline]") {
  CHECK(without_press_title("신현주 기자") == "신현주");
  CHECK(undoubled("Ann Lee Ann Lee") == "Ann Lee");
  CHECK(undoubled("Ann Lee Ann Les") == "Ann Lee Ann Les");
}
