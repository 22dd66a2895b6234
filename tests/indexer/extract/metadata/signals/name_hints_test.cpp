// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/elements.h"

#include <algorithm>
#include <random>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

TEST_CASE("name hints: keywords are found anywhere, in any case", "[name_hints]") {
  CHECK(name_hints("postAuthorName") == kNamesAuthor);
  CHECK(name_hints("AUTHOR") == kNamesAuthor);
  CHECK(name_hints("entry-date published") == kNamesDate);
  CHECK(name_hints("relatedArticles") == kNamesBoilerplate);
  CHECK(name_hints("comment-list") == kNamesComments);
  CHECK(name_hints("headline") == kNamesTitle);
  CHECK(name_hints("content") == 0);
  CHECK(name_hints("") == 0);
}

TEST_CASE("name hints: several keywords give several hints", "[name_hints]") {
  CHECK(name_hints("byline") == (kNamesAuthor | kNamesByline | kNamesDate));
  CHECK(name_hints("last-modified-date") == (kNamesUpdate | kNamesDate));
  CHECK((name_hints("author-avatar") & kNamesProfile) != 0);
  CHECK((name_hints("authority") & kNamesProfile) != 0);
}

TEST_CASE("name hints: a hyphen in a keyword is any separator, or an end of the name", "[name_hints]") {
  CHECK((name_hints("posted_by") & kNamesAuthor) != 0);
  CHECK((name_hints("posted by") & kNamesAuthor) != 0);
  CHECK((name_hints("time") & kNamesDate) != 0); // "-time" at the beginning, "time-" at the end
  CHECK((name_hints("time-stamp") & kNamesDate) != 0);
  CHECK(name_hints("sometimes") == 0);
}

TEST_CASE("name hints: a name has the hints of its parts, in any case", "[name_hints]") {
  static constexpr std::string_view kParts[] = {"post",  "author",  "by",       "line",   "date", "time",  "related",
                                                "x",     "comment", "meta",     "side",   "bar",  "title", "up",
                                                "share", "é",       "modified", "kicker", "9",    "teaser"};
  static constexpr std::string_view kJoints[] = {"-", "_", " ", "", "5"};
  for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
    std::mt19937 random(seed);
    std::string first, second;
    const std::size_t count = 1 + random() % 4;
    for (std::size_t i = 0; i < count; ++i) {
      first += std::string(kParts[random() % std::size(kParts)]) + std::string(kJoints[random() % std::size(kJoints)]);
      second += std::string(kJoints[random() % std::size(kJoints)]) + std::string(kParts[random() % std::size(kParts)]);
    }
    INFO("seed " << seed << ": " << first << " and " << second);
    const auto parts = name_hints(first) | name_hints(second);
    CHECK((name_hints(first + " " + second) & parts) == parts);
    std::string upper = first;
    std::ranges::transform(upper, upper.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    CHECK(name_hints(upper) == name_hints(first));
  }
}

TEST_CASE("name hints: a keyword is found at every position and after the beginning of another", "[name_hints]") {
  for (const std::string before : {"", "x", "autho", "auauth", "byl", "posted-b", "side-", "re"}) {
    CAPTURE(before);
    CHECK((name_hints(before + "author") & kNamesAuthor) != 0);
    CHECK((name_hints(before + "sidebar") & kNamesBoilerplate) != 0);
    CHECK((name_hints(before + "updated") & kNamesUpdate) != 0);
  }
}
