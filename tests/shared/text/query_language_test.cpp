// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/query_language.h"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace trawl::text;

TEST_CASE("query language: the script decides, including kana among Chinese characters", "[text]") {
  CHECK(language_of_query("\uC11C\uD3EC\uD2B8 \uBCA1\uD130 \uBA38\uC2E0") == "ko");
  CHECK(language_of_query("\u5F3A\u5316\u5B66\u4E60 LoRA") == "zh");
  CHECK(language_of_query("\u5F37\u5316\u5B66\u7FD2\u3068\u306F") == "ja");
  CHECK(language_of_query("\u043E\u0431\u0443\u0447\u0435\u043D\u0438\u0435") == "ru");
}

TEST_CASE("query language: function words decide if they belong to one language", "[text]") {
  CHECK(language_of_query("what is perplexity of a language model") == "en");
  CHECK(language_of_query("wie werden Sprachmodelle trainiert") == "de");
  CHECK(language_of_query("comment entra\u00EEner les mod\u00E8les") == "fr");
  CHECK(language_of_query("c\u00F3mo funciona el aprendizaje") == "es");
  CHECK(language_of_query("flash attention").empty());
  CHECK(language_of_query("").empty());
}

TEST_CASE("query language: a text is Latin if all of its letters are", "[text]") {
  CHECK(is_latin("flash attention 2"));
  CHECK(is_latin("na\u00EFve Bayes"));
  CHECK_FALSE(is_latin("attention \uBA38\uC2E0"));
  CHECK_FALSE(is_latin("2024"));
  CHECK(is_written_in_latin("de"));
  CHECK_FALSE(is_written_in_latin("zh"));
  CHECK_FALSE(is_written_in_latin(""));
  CHECK(std::ranges::is_sorted(stemmed_languages()));
}
