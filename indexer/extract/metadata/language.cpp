// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/language.h"

#include <algorithm>
#include <array>
#include <cstdio> // required by cld2's header
#include <utility>
#include <vector>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include "indexer/extract/metadata/signal_vote.h"
#include "shared/base/ascii.h"
#include "shared/base/utf8.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxTextBytes = 16 * 1024;
// The detector is unreliable for shorter texts. Scripts still identify some languages.
constexpr int kMinTextBytes = 200;
constexpr int kMinPercent = 70;

bool is_letters(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Names and codes that are not BCP 47 tags, and older or narrower tags, with the tag to use.
constexpr std::array<std::pair<std::string_view, std::string_view>, 24> kAliases = {{
    {"english", "en"}, {"deutsch", "de"},    {"german", "de"}, {"french", "fr"},   {"spanish", "es"},
    {"italian", "it"}, {"portuguese", "pt"}, {"korean", "ko"}, {"japanese", "ja"}, {"chinese", "zh"},
    {"eng", "en"},     {"deu", "de"},        {"ger", "de"},    {"fra", "fr"},      {"fre", "fr"},
    {"spa", "es"},     {"ita", "it"},        {"por", "pt"},    {"jpn", "ja"},      {"kor", "ko"},
    {"zho", "zh"},     {"iw", "he"},         {"in", "id"},     {"nb", "no"},
}};

/// The number of letters of some scripts, and of all visible characters.
struct Scripts {
  std::size_t hangul = 0, kana = 0, han = 0, latin = 0, all = 0;
};

Scripts scripts_of(std::string_view text) {
  Scripts scripts;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = utf8::next(text, at);
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0x24F)) ++scripts.latin;
    if ((c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x1100 && c <= 0x11FF)) ++scripts.hangul;
    if (c >= 0x3040 && c <= 0x30FF) ++scripts.kana;
    if (c >= 0x3400 && c <= 0x9FFF) ++scripts.han;
    if (c > 0x40 && c != 0x7F) ++scripts.all;
  }
  return scripts;
}

/// Chinese, Japanese or Korean by script alone: technical articles in these languages are half English words and code,
/// which misleads the detector. One character counts as much as three Latin letters. Empty for other languages.
std::string by_script(const Scripts& scripts) {
  const std::size_t cjk = scripts.hangul + scripts.kana + scripts.han;
  if (cjk < 20 || cjk * 3 < scripts.latin) return {};
  if (scripts.hangul * 2 > cjk) return "ko";
  if (scripts.kana * 10 > cjk) return "ja";
  return "zh";
}

struct Detected {
  std::string language;
  bool is_sure = false;
};

Detected detect(std::string_view text, const LanguageHints& hints, const std::string& declared) {
  const auto dot = hints.host.rfind('.');
  const std::string top = dot == std::string::npos ? std::string() : hints.host.substr(dot + 1);
  const CLD2::CLDHints cld_hints{declared.empty() ? nullptr : declared.c_str(), top.size() == 2 ? top.c_str() : nullptr,
                                 CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  int text_bytes = 0;
  int valid_bytes = 0;
  bool is_reliable = false;
  const CLD2::Language found = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      text.data(), static_cast<int>(text.size()), true, &cld_hints, 0, languages.data(), percents.data(), scores.data(),
      nullptr, &text_bytes, &is_reliable, &valid_bytes);
  if (found == CLD2::UNKNOWN_LANGUAGE || found >= CLD2::NUM_LANGUAGES) return {};
  const bool is_sure =
      is_reliable && text_bytes >= kMinTextBytes && percents[0] >= kMinPercent && found == languages[0];
  return {primary_subtag(CLD2::LanguageCode(found)), is_sure};
}

} // namespace

std::string primary_subtag(std::string_view tag) {
  const std::string lower = ascii::to_lower(ascii::trim(tag));
  std::string primary = lower.substr(0, lower.find_first_of("-_,; /"));
  const auto* const alias =
      std::ranges::find(kAliases, std::string_view(primary), &std::pair<std::string_view, std::string_view>::first);
  if (alias != kAliases.end()) primary = alias->second;
  const bool is_tag = (primary.size() == 2 || primary.size() == 3) && is_letters(primary) && primary != "und";
  return is_tag ? primary : std::string();
}

std::string declared_language(const LanguageHints& hints) {
  std::vector<Signal<std::string>> signals;
  const auto add = [&](std::string_view tag, const char* from, double weight) {
    if (std::string language = primary_subtag(tag); !language.empty())
      signals.push_back({std::move(language), from, weight});
  };
  add(hints.html_lang, "html lang", 2.5);
  add(hints.json_ld, "json-ld", 1.0);
  add(hints.open_graph, "og:locale", 1.0);
  add(hints.content_language, "content-language", 1.0);
  add(hints.feed, "feed", 1.0);
  const auto* best =
      vote(signals, [](const auto& one, const auto& other) { return one.value == other.value ? 1.0 : 0.0; });
  return best == nullptr ? std::string() : best->value;
}

std::string detect_language(std::string_view text, const LanguageHints& hints) {
  text = utf8::truncate_bytes(text, kMaxTextBytes);
  std::string declared = declared_language(hints);
  if (std::string script = by_script(scripts_of(text)); !script.empty()) {
    const bool is_chinese = declared == "yue" || declared == "wuu";
    return script == "zh" && is_chinese ? declared : script;
  }
  Detected detected = detect(text, hints, declared);
  if (declared.empty()) return detected.is_sure || text.size() < kMinTextBytes ? detected.language : std::string();
  return detected.is_sure ? detected.language : declared;
}

} // namespace trawl::extract
