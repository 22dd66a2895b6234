// SPDX-License-Identifier: GPL-3.0-or-later
/// The language of an article: what the page declares, checked against its text.
///
/// A template's lang attribute is often wrong (lang=en-us over Korean text), a detector is often wrong on short text:
/// the text decides where it is long enough or written in a script the declared language does not use.
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

/// The BCP 47 primary subtag of a tag as written: "en-US", "en_us" and "EN" give "en"; empty if it is no tag.
std::string primary_subtag(std::string_view tag);

/// The declared language that most of the hints agree on, the html element's where they do not; empty if none is said.
std::string declared_language(const LanguageHints& hints);

/// The language of `text` (plain, UTF-8; the first 16 KiB are read), or the declared one where the text is too short or
/// too mixed to tell; empty if neither says.
std::string detect_language(std::string_view text, const LanguageHints& hints);

} // namespace trawl::extract
