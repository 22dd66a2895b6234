// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/query_language.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include "shared/base/utf8.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

namespace trawl::text {
namespace {

/// The closed classes of a language's grammar, folded: articles, pronouns, prepositions, conjunctions, auxiliaries and
/// question words. Each between blanks.
struct GrammarWords {
  std::string_view language;
  std::string_view telling; ///< frequent ones that tell the language
  std::string_view others;  ///< those that also exist in English or as abbreviations, or are rarer
};

constexpr auto kGrammar = std::to_array<GrammarWords>({
    {"de",
     " der das und ist nicht ein eine einen einer mit fur von wie werden wird sind uber auf bei durch oder auch zum "
     "zur "
     "dem den welche warum ",
     " die was so du ich sie er es wir ihr man mich mir dich dir sich uns euch ihm ihn ihnen mein meine dein sein "
     "seine "
     "seiner ihre ihrer unser unsere in im ins an am aus als zu nach vor unter ohne um gegen bis seit zwischen dass "
     "wenn "
     "weil ob aber denn doch noch nur schon sehr des einem eines kein keine keinen diese diesem diesen dieser dieses "
     "hat "
     "haben hatte war waren bin bist kann kannst konnen konnte soll sollen sollte muss mussen darf wer wem wen wo wann "
     "wieso weshalb wozu wohin woher womit wofur welchem welchen welcher welches wieviel gibt "},
    {"fr",
     " le les des une est dans pour avec sur qui que quoi comment sont aux du et ou par cette ces nous vous pas plus "
     "leur "
     "pourquoi quel ",
     " la l un a au d de en je j tu il elle on ils elles me te se s m t y ne n c ce cet qu mon ma mes ton ta tes son "
     "sa "
     "ses notre nos votre vos leurs lui eux mais donc car ni si quand lorsque comme sans sous vers chez entre depuis "
     "tout tous toute toutes etre suis es etait etaient fut sera ont ai as avons avez avait avoir fait peut peuvent "
     "doit "
     "quelle quels quelles lequel laquelle combien dont "},
    {"es",
     " el los las una es para con por como que del y son sobre entre desde sin esta este mas muy cual cuando donde "
     "hacer "
     "puede porque segun ",
     " la lo un unos unas de en al a e o u yo tu ella ello nosotros ellos ellas usted ustedes se me te le les nos mi "
     "mis "
     "su sus nuestro nuestra no si ni pero sino ya tambien hasta hacia ante bajo cada todo toda todos todas ser estar "
     "soy eres fue era eran ha han he hay habia tiene tienen pueden debe estos estas ese esa eso esos cuales quien "
     "quienes cuanto cuanta cuantos cuantas "},
    {"pt",
     " os as uma um para com por como que do da dos das nao sao sobre entre sem esta este mais muito qual quando onde "
     "fazer pode voce ",
     " o a e uns umas de em no na nos nas ao aos pelo pela pelos pelas num numa eu tu ele ela eles elas se me te lhe "
     "meu "
     "minha seu sua seus suas nosso nossa ou mas nem ja tambem ate desde sob cada todo toda todos todas ser estar foi "
     "era eram tem ha havia podem deve isso isto esse essa estes estas quais quem quanto quanta quantos quantas "
     "porque "},
    {"it",
     " il gli della delle dei di che per con una sono come nel nella questo questa anche piu molto quale quando dove "
     "fare "
     "puo perche alla degli tra ",
     " lo la i le l un uno a da in su fra e ed o ma se non io tu lui lei noi voi loro mi ti ci si vi ne suo sua suoi "
     "mio "
     "mia al ai agli allo dal dalla dai del dello sul sulla sui nei nelle essere avere era erano ha hanno ho deve "
     "possono questi queste quello quella quelli cosa cos chi quanto quanta quanti quali senza ogni "},
    {"nl",
     " het een van voor niet met zijn wordt worden naar bij ook deze dit maar hoe waarom welke wij uit aan over tot "
     "geen "
     "hun kunnen moet zich ",
     " de in op te en of om als is was waren ben er ik je jij jou hij zij ze we u hem haar mij mijn jouw ons onze dat "
     "die "
     "wat wie waar wanneer waarmee waarvoor hoeveel heeft hebben had kan kon zal zou moeten mag door onder tegen "
     "tussen "
     "zonder want dan nog wel al omdat "},
});

/// Whether a word is one of a list.
bool is_among(std::string_view words, std::string_view word) {
  return words.contains(std::string(" ").append(word).append(" "));
}

bool in_range(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

/// The language that a letter identifies; empty if several languages use its script.
std::string_view language_of_letter(char32_t c) {
  if (in_range(c, 0xAC00, 0xD7A3) || in_range(c, 0x1100, 0x11FF) || in_range(c, 0x3130, 0x318F)) return "ko";
  if (in_range(c, 0x3040, 0x30FF)) return "ja";
  if (in_range(c, 0x3400, 0x9FFF) || in_range(c, 0x20000, 0x2FFFF)) return "zh";
  if (in_range(c, 0x0400, 0x04FF)) return "ru";
  if (in_range(c, 0x0370, 0x03FF)) return "el";
  if (in_range(c, 0x0590, 0x05FF)) return "he";
  if (in_range(c, 0x0600, 0x06FF)) return "ar";
  if (in_range(c, 0x0900, 0x097F)) return "hi";
  if (in_range(c, 0x0E00, 0x0E7F)) return "th";
  return {};
}

/// Kana decides for Japanese, which uses Chinese characters too.
std::string by_script(std::string_view q) {
  std::string found;
  for (std::size_t at = 0; at < q.size();) {
    const std::string_view language = language_of_letter(utf8::next(q, at));
    if (language == "ja" || (found.empty() && !language.empty())) found = language;
  }
  return found;
}

/// The language of most function words. Where English has as many telling ones, or another language has, all count.
std::string by_grammar(std::string_view q) {
  std::array<int, kGrammar.size()> telling{};
  int english = 0;
  std::vector<std::string> words;
  for_each_token(q, [&](const Token& token) {
    if (token.kind != TokenKind::Word) return;
    english += is_stop_word(token.folded) ? 1 : 0;
    for (std::size_t i = 0; i < kGrammar.size(); ++i) telling[i] += is_among(kGrammar[i].telling, token.folded) ? 1 : 0;
    words.push_back(token.folded);
  });
  const int most = std::ranges::max(telling);
  if (english > most) return "en";
  if (most == 0) return {};
  if (most == english || std::ranges::count(telling, most) > 1) {
    for (std::size_t i = 0; i < telling.size(); ++i) {
      const auto is_of_language = [&](const auto& word) { return is_function_word(word, kGrammar[i].language); };
      telling[i] = telling[i] == most ? static_cast<int>(std::ranges::count_if(words, is_of_language)) : 0;
    }
  }
  const auto best = std::ranges::max_element(telling);
  const bool is_clear = *best > english && std::ranges::count(telling, *best) == 1;
  return is_clear ? std::string(kGrammar[static_cast<std::size_t>(best - telling.begin())].language) : std::string();
}

} // namespace

bool is_function_word(std::string_view folded, std::string_view language) {
  const auto grammar = std::ranges::find(kGrammar, language, &GrammarWords::language);
  return grammar != kGrammar.end() && (is_among(grammar->telling, folded) || is_among(grammar->others, folded));
}

std::string language_of_query(std::string_view q) {
  if (std::string language = by_script(q); !language.empty()) return language;
  return by_grammar(q);
}

bool is_latin(std::string_view text) {
  bool has_letter = false;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    const CharClass kind = classify(c);
    if (kind != CharClass::Letter && kind != CharClass::Cjk) continue;
    const bool is_latin_letter = in_range(c, 'A', 'Z') || in_range(c, 'a', 'z') || in_range(c, 0xC0, 0x24F) ||
                                 in_range(c, 0x300, 0x36F) || in_range(c, 0x1E00, 0x1EFF);
    if (!is_latin_letter) return false;
    has_letter = true;
  }
  return has_letter;
}

std::span<const std::string_view> languages_in_other_letters() {
  static constexpr auto kThey =
      std::to_array<std::string_view>({"am", "ar", "be", "bg", "bn", "el", "fa", "gu", "he",  "hi", "hy",  "ja", "ka",
                                       "kk", "km", "kn", "ko", "lo", "mk", "ml", "mn", "mr",  "my", "ne",  "pa", "ps",
                                       "ru", "si", "sr", "ta", "te", "th", "uk", "ur", "wuu", "yi", "yue", "zh"});
  return kThey;
}

bool is_written_in_latin(std::string_view language) {
  const auto others = languages_in_other_letters();
  return !language.empty() && std::ranges::find(others, language) == others.end();
}

std::span<const std::string_view> stemmed_languages() {
  static constexpr auto kLanguages =
      std::to_array<std::string_view>({"ar", "ca", "da", "de", "es", "eu", "fi", "fr", "ga", "hu", "hy", "id",
                                       "it", "lt", "ne", "nl", "no", "pt", "ro", "ru", "sv", "ta", "tr"});
  return kLanguages;
}

std::vector<std::string> names_of_language(std::string_view language) {
  const icu::Locale locale(std::string(language).c_str());
  std::vector<std::string> names;
  for (const icu::Locale& in : {icu::Locale::getEnglish(), locale}) {
    icu::UnicodeString name;
    if (std::string_view(locale.getDisplayLanguage(in, name).toUTF8String(names.emplace_back())) == language)
      names.pop_back();
  }
  return names;
}

} // namespace trawl::text
