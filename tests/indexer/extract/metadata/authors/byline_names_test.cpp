// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/byline.h"

#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>


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

TEST_CASE("byline cues: in many languages and any case, before a blank or a colon", "[byline]") {
  for (const std::string cue : {"By", "BY", "von", "par", "por", "di", "av", "af", "Written by", "Guest post by"}) {
    CAPTURE(cue);
    CHECK(byline_cue_length(cue + " Ann") == cue.size() + 1);
    CHECK(byline_cue_length(cue + ": Ann") == cue.size() + 1);
    CHECK(byline_cue_length(cue + "Ann") == 0);
    CHECK(byline_cue_length(cue) == 0);
  }
  for (const std::string noun : {"Author", "Authors", "Author(s)", "Writer", "Autorin", "Reporter", "автор"}) {
    CAPTURE(noun);
    CHECK(byline_cue_length(noun + ": Ann") == noun.size() + 1);
    CHECK(byline_cue_length(noun + " Ann") == 0);
  }
  CHECK(byline_cue_length("") == 0);
}

TEST_CASE("byline split: every joining word, with spaces around it", "[byline]") {
  for (const std::string word : {"and", "und", "et", "y", "e", "och", "og", "en", "with"}) {
    CAPTURE(word);
    CHECK(split_names("Ann " + word + " Bo").size() == 2);
    CHECK(split_names("Ann" + word + "Bo").size() == 1);
    CHECK(split_names(word + " Bo").size() == 1);
    CHECK(split_names("Ann " + word).size() == 1);
  }
  CHECK(split_names("Ann AND Bo").size() == 2);
}

TEST_CASE("byline split: every separator, and unbalanced brackets", "[byline]") {
  for (const std::string sign : {",", ";", "|", "&", "/", "\n", "、", "，", "；", "•", "·", "｜"}) {
    CAPTURE(sign);
    CHECK(split_names("Ann" + sign + "Bo") == std::vector<std::string_view>{"Ann", "Bo"});
  }
  CHECK(split_names("Ann (a, b), Bo").size() == 2);
  CHECK(split_names("Ann [a, (b, c)], Bo").size() == 2);
  CHECK(split_names("Ann) , Bo").size() == 2);
  CHECK(split_names("Ann (a, Bo").size() == 1);
}

TEST_CASE("byline words: a word list has its words and not parts of them", "[byline]") {
  CHECK(is_company_word("hugging face"));
  CHECK_FALSE(is_company_word("hugging"));
  CHECK_FALSE(is_company_word(""));
  CHECK(is_job_word("of"));
  CHECK_FALSE(is_real_job("of"));
  CHECK(is_real_job("editor"));
  CHECK(is_job("senior staff writer"));
  CHECK_FALSE(is_job("senior of the"));
  CHECK_FALSE(is_job("writer ann"));
  CHECK_FALSE(is_job(""));
  CHECK(is_month_or_day("sept"));
  CHECK_FALSE(is_month_or_day("septem"));
}

TEST_CASE("byline trim: an address or account becomes a name only if it is one", "[byline]") {
  CHECK(unslugged("ann.lee") == "Ann Lee");
  CHECK(unslugged("mary-ann-lee") == "Mary Ann Lee");
  for (const std::string name : {"a-lee", "ann-l", "ann-lee2", "Ann-lee", "a.b.c", "ann-b-c-lee", "ann", "", "-"}) {
    CAPTURE(name);
    CHECK(unslugged(name) == name);
  }
}

TEST_CASE("byline trim: marks at the ends of a name", "[byline]") {
  const std::pair<const char*, const char*> rows[] = {
      {"Ann Lee.", "Ann Lee"},
      {"Ann Lee:", "Ann Lee"},
      {"*Ann Lee*", "Ann Lee"},
      {"\"Ann Lee\"", "Ann Lee"},
      {"– Ann Lee", "Ann Lee"},
      {"- Ann Lee", "Ann Lee"},
      {"Ann L.", "Ann L."},
      {"Ann Lee Jr.", "Ann Lee Jr."},
      {"Ann Lee Sr.", "Ann Lee Sr."},
      {"Ann Lee - The Site", "Ann Lee"},
      {"Ann Lee — Site", "Ann Lee"},
      {"Jean-Luc Lee", "Jean-Luc Lee"},
      {"", ""},
      {"...", ""},
  };
  for (const auto& [name, trimmed] : rows) {
    CAPTURE(name);
    CHECK(without_end_marks(name) == trimmed);
  }
}

TEST_CASE("byline trim: a date begins with a number, a day of the week, or a month and a number", "[byline]") {
  for (const char* text : {"3 May", "2024", "May 3", "Sept. 12, 2024", "Tuesday", "today"}) {
    CAPTURE(text);
    CHECK(begins_with_date(text));
  }
  for (const char* text : {"May Smith", "April", "Ann 3", "", "—"}) {
    CAPTURE(text);
    CHECK_FALSE(begins_with_date(text));
  }
}
