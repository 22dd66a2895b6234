// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/language_boost.h"
#include "tests/shared/search/small_index.h"

#include <catch2/catch.hpp>

using namespace trawl::search;

TEST_CASE("language boost: the query's language comes before the reader's, and both before a guess by letters",
          "[rank]") {
  CHECK(preferred_language("auto", "ko", "what is attention").language == "en");
  CHECK(preferred_language("auto", "ko", "flash attention").language == "ko");
  CHECK(preferred_language("", "", "\uC11C\uD3EC\uD2B8 vector machine").language == "ko");
  const PreferredLanguage guessed = preferred_language("auto", "", "flash attention");
  CHECK(guessed.language.empty());
  CHECK(guessed.any_latin);
  CHECK(preferred_language("auto", "", "2024").is_none());
}

TEST_CASE("language boost: it can be chosen and switched off", "[rank]") {
  CHECK(preferred_language("none", "ko", "what is attention").is_none());
  CHECK(preferred_language("de", "ko", "what is attention").language == "de");
}

TEST_CASE("language boost: the further an article's score is from the best, the smaller is its share", "[rank]") {
  test::SmallIndex index(
      std::vector<test::SmallArticle>{{"a", "x", "s", 0, 0, {}, {}, "en"}, {"b", "x", "s", 0, 0, {}, {}, "de"}});
  const LanguageBoost english({"en", false, ""}, index.view().columns);
  CHECK(english.bonus(1, 1) == Approx(0.15));
  CHECK(english.bonus(1, 0.5) == Approx(0.075));
  CHECK(english.bonus(1, 0) == 0);
  CHECK(english.bonus(2, 1) == 0);
  CHECK(LanguageBoost({"zh", false, ""}, index.view().columns).bonus(1, 1) == 0); // no article is in Chinese
}
