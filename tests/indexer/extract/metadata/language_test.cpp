// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/language.h"

#include <string>
#include <utility>

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

TEST_CASE("language: without a declaration, a certain detection decides", "[language]") {
  CHECK(detect_language(kEnglish, {}) == "en");
  CHECK(detect_language("", {}).empty());
}

TEST_CASE("language: text in a script that the declared language does not use decides", "[language]") {
  CHECK(detect_language(kKorean, declared("en-us")) == "ko");
  CHECK(detect_language("言語モデルは日付をどの文書から学ぶのかを調べた。その結果を示す。", declared("en")) == "ja");
  CHECK(detect_language("语言模型从哪些文档中学习日期，这是三个研究所的问题和答案。", declared("en")) == "zh");
  CHECK(detect_language("语言模型从哪些文档中学习日期，这是三个研究所的问题和答案。", declared("yue")) == "yue");
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

TEST_CASE("language: names, codes of three letters and older codes have a tag", "[language]") {
  const std::pair<const char*, const char*> rows[] = {
      {"FRENCH", "fr"},      {"Chinese", "zh"},  {"jpn", "ja"},   {"in", "id"},
      {"nb", "no"},          {"nn", "nn"},       {"fil", "fil"},  {"zh-Hans-CN", "zh"},
      {"en_US.UTF-8", "en"}, {"de;q=0.9", "de"}, {"en/US", "en"}, {"-", ""},
      {"en1", ""},           {"日本語", ""},     {"e", ""},       {"\xFF\xFF", ""},
  };
  for (const auto& [tag, subtag] : rows) {
    CAPTURE(tag);
    CHECK(primary_subtag(tag) == subtag);
  }
}

TEST_CASE("language: a primary subtag is its own primary subtag", "[language]") {
  for (const char* tag : {"en-US", "German", "iw", "deu", "pt_BR", "nb", "yue"}) {
    CAPTURE(tag);
    CHECK(primary_subtag(primary_subtag(tag)) == primary_subtag(tag));
  }
}

TEST_CASE("language: one hint against the page's own is not enough, two are", "[language]") {
  for (std::string LanguageHints::* first :
       {&LanguageHints::open_graph, &LanguageHints::json_ld, &LanguageHints::content_language, &LanguageHints::feed}) {
    LanguageHints hints = declared("en");
    hints.*first = "fr";
    CHECK(declared_language(hints) == "en");
    hints.html_lang.clear();
    CHECK(declared_language(hints) == "fr");
    hints.html_lang = "klingon"; // not a tag: it says nothing
    CHECK(declared_language(hints) == "fr");
  }
}

TEST_CASE("language: the script decides from twenty characters on, if it is not a few words in English", "[language]") {
  const auto han = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "字";
    return text;
  };
  CHECK(detect_language(han(20), declared("en")) == "zh");
  CHECK(detect_language(han(19), declared("en")) == "en");
  CHECK(detect_language(han(20) + std::string(60, 'a'), declared("en")) == "zh"); // one counts as three Latin letters
  CHECK(detect_language(kEnglish + han(20), declared("en")) == "en");
}

TEST_CASE("language: kana make Japanese, Hangul makes Korean, whatever Han is between", "[language]") {
  CHECK(detect_language("言語模型は学習日付の文書調査結果を発表した研究所", declared("zh")) == "ja");
  CHECK(detect_language("言語模型學習 한국어로 쓰인 기사와 모델의 학습 방법을 설명합니다", declared("zh")) == "ko");
}

TEST_CASE("language: the first 16 KiB of the text decide", "[language]") {
  std::string text;
  while (text.size() < 16 * 1024) text += kEnglish + " ";
  CHECK(detect_language(text + text + kGerman + kGerman, declared("de")) == "en");
  std::string late;
  for (int i = 0; i < 5'000; ++i) late += "字";
  CHECK(detect_language(text + late, declared("en")) == "en");
}

TEST_CASE("language: ill-formed UTF-8 does no harm", "[language]") {
  CHECK(detect_language("\xFF\xFE\xC3", declared("en")) == "en");
}
