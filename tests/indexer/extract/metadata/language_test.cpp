// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/language.h"

#include <string>

#include <catch2/catch.hpp>

using namespace trawl::extract;

namespace {

const std::string kEnglish =
    "The three laboratories removed documents from the training data one by one, and trained a small model after each "
    "removal. When the answer changed, the document counted as a source of the date that the model had learned.";
const std::string kGerman =
    "Die drei Labore entfernten ein Dokument nach dem anderen aus den Trainingsdaten und trainierten nach jedem "
    "Schritt "
    "ein kleines Modell. Wenn sich die Antwort änderte, zählte das Dokument als Quelle des gelernten Datums.";
const std::string kKorean =
    "이것은 한국어로 쓰인 기사입니다. 언어 모델의 학습 방법을 설명합니다. 자세한 내용은 아래를 참고하세요.";

LanguageHints declared(const char* html_lang) {
  LanguageHints hints;
  hints.html_lang = html_lang;
  return hints;
}

} // namespace

TEST_CASE("language: the primary subtag of what pages write", "[language]") {
  const std::pair<const char*, const char*> rows[] = {
      {"en-US", "en"}, {"pt_BR", "pt"}, {" EN ", "en"},   {"English", "en"}, {"deutsch", "de"},
      {"eng", "en"},   {"iw", "he"},    {"en, de", "en"}, {"nb-NO", "no"},   {"yue", "yue"},
      {"x", ""},       {"und", ""},     {"e1", ""},       {"klingon", ""},   {"", ""},
  };
  for (const auto& [tag, subtag] : rows) {
    CAPTURE(tag);
    CHECK(primary_subtag(tag) == subtag);
  }
}

TEST_CASE("language: a long text decides against the declaration, a short one does not", "[language]") {
  CHECK(detect_language(kGerman, declared("en-us")) == "de");
  CHECK(detect_language(kEnglish, declared("de")) == "en");
  CHECK(detect_language("Ein kurzer Satz.", declared("en-us")) == "en");
}

TEST_CASE("language: without a declaration a sure detection counts", "[language]") {
  CHECK(detect_language(kEnglish, {}) == "en");
  CHECK(detect_language("", {}).empty());
}

TEST_CASE("language: text in a script that the declared language does not use decides", "[language]") {
  CHECK(detect_language(kKorean, declared("en-us")) == "ko");
  CHECK(detect_language("言語モデルは日付をどの文書から学ぶのかを調べた。その結果を示す。", declared("en")) == "ja");
  CHECK(detect_language("语言模型从哪些文档中学习日期，这是三个研究所的问题和答案。", declared("en")) == "zh");
  CHECK(detect_language("语言模型从哪些文档中学习日期，这是三个研究所的问题和答案。", declared("yue")) == "yue");
}

TEST_CASE("language: between languages that are confused the declaration decides", "[language]") {
  const std::string norwegian =
      "De tre laboratoriene fjernet ett dokument etter det andre fra treningsdataene, og trente en liten modell etter "
      "hvert skritt. Når svaret endret seg, ble dokumentet regnet som en kilde til datoen som modellen hadde lært.";
  CHECK(detect_language(norwegian, declared("da")) == "da");
}

TEST_CASE("language: the declared language is the one most hints agree on", "[language]") {
  LanguageHints hints = declared("en");
  hints.open_graph = "fr_FR";
  CHECK(declared_language(hints) == "en");
  hints.content_language = "fr";
  CHECK(declared_language(hints) == "en");
  hints.json_ld = "fr-FR";
  CHECK(declared_language(hints) == "fr");
  CHECK(declared_language({}).empty());
}
