// SPDX-License-Identifier: GPL-3.0-or-later
/// The language of an article: what the page declares, checked against its text.
///
/// The lang attribute of a template is often wrong (lang=en-us on Korean text), and a detector is often wrong on short
/// text. So the text decides if it is long enough, or in a script that the declared language does not use.
#pragma once

#include <string>
#include <string_view>

namespace trawl::extract {

/// What a page or feed says about its language, as written ("en-US", "de_DE", "Portuguese"); any may be empty.
struct LanguageHints {
  std::string html_lang;        ///< <html lang>
  std::string content_language; ///< meta http-equiv or name
  std::string open_graph;       ///< og:locale
  std::string json_ld;          ///< inLanguage
  std::string feed;             ///< the entry's or feed's language
  std::string host;             ///< the page's host, a hint for the detector (".fr")
};

/// The BCP 47 primary subtag of a language as written: "en" for "en-US", "en_us", "EN" and "English". Empty if it is
/// not a language tag.
std::string primary_subtag(std::string_view tag);

/// The language that most hints declare; in a tie, that of the html element. Empty if none is declared.
std::string declared_language(const LanguageHints& hints);

/// The language of `text` (plain UTF-8, of which the first 16 KiB are read), or the declared one if the text is too
/// short or too mixed to decide. Empty if neither is known.
std::string detect_language(std::string_view text, const LanguageHints& hints);

} // namespace trawl::extract
