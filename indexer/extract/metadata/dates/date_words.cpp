// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/date_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "shared/base/ascii.h"
#include "shared/text/unicode.h"

namespace trawl::extract {
namespace {

// In the form that text::fold gives.
constexpr std::array<std::string_view, 27> kUpdated = {
    "updated",    "modified",  "last edited", "last changed", "revised",     "reviewed",   "aktualisier",
    "anderung",   "geandert",  "bearbeitet",  "mis a jour",   "mise a jour", "modifie",    "actualizado",
    "actualizac", "aggiornat", "atualizad",   "bijgewerkt",   "gewijzigd",   "uppdaterad", "paivitetty",
    "opdateret",  "oppdatert", "zaktualizow", "guncelle",     "更新",        "обновлен"};

constexpr std::array<std::string_view, 24> kPublished = {
    "published", "posted",    "created",   "released",     "date:",     "veroffentlicht", "erstellt",   "erschienen",
    "publie",    "publicado", "pubblicat", "gepubliceerd", "geplaatst", "opublikowan",    "publicerad", "publisert",
    "udgivet",   "julkaistu", "stand:",    "datum:",       "gepostet",  "发布",           "发表",       "опубликован"};

constexpr std::array<std::string_view, 12> kForeign = {"joined",        "registered", "member since", "registriert",
                                                       "mitglied seit", "dabei seit", "anmeldedatum", "beigetreten",
                                                       "next review",   "review due", "valid until",  "inscrit"};

template <std::size_t N>
bool contains_any(const std::string& text, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.contains(word); });
}

/// The position of the first digit, or the size.
std::size_t find_digit(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if(text, ascii::is_digit) - text.begin());
}

} // namespace

DateCue date_cue(std::string_view text) {
  const std::string words = text::fold(text.substr(0, find_digit(text)));
  if (contains_any(words, kForeign)) return DateCue::Foreign;
  if (contains_any(words, kUpdated)) return DateCue::Updated;
  return contains_any(words, kPublished) ? DateCue::Published : DateCue::None;
}

std::string_view after_date_cue(std::string_view text) {
  const std::size_t digit = find_digit(text);
  if (digit == text.size()) return {}; // most texts; cheaper than to look for cues
  const DateCue cue = date_cue(text);
  return cue == DateCue::Published || cue == DateCue::Updated ? text.substr(digit) : std::string_view{};
}

bool contains_year(std::string_view text) {
  for (std::size_t at = find_digit(text); at + 4 <= text.size(); ++at) {
    const std::string_view century = text.substr(at, 2);
    if ((century == "19" || century == "20") && ascii::is_digit(text[at + 2]) && ascii::is_digit(text[at + 3])) {
      return true;
    }
  }
  return false;
}

} // namespace trawl::extract
