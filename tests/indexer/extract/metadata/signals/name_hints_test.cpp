// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/signals/name_hints.h"

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
