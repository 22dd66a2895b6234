// SPDX-License-Identifier: GPL-3.0-or-later
/// Detects the language of a query from few words: by their script, or by function words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text {

/// The BCP 47 primary subtag of the language of `q`; empty if it is unclear ("flash attention" could be typed by a
/// speaker of any language). Words in quotes, operators and fields count like other words.
std::string language_of_query(std::string_view q);

/// Whether a word says nothing about the subject of a query in this language, one of de, es, fr, it, nl and pt: an
/// article, a pronoun, a preposition, a conjunction, an auxiliary or a question word. `folded`: as the tokenizer
/// returns it.
bool is_function_word(std::string_view folded, std::string_view language);

/// Whether a text has letters and all of them are Latin.
bool is_latin(std::string_view text);

/// The languages that are not written in Latin letters.
std::span<const std::string_view> languages_in_other_letters();

/// Whether a language is written in Latin letters.
bool is_written_in_latin(std::string_view language);

/// The languages other than English for which the index has stems (Snowball's, from Xapian), sorted.
std::span<const std::string_view> stemmed_languages();

/// What a language is called in English and in itself: "German", "Deutsch" of de. Empty for what is no language.
std::vector<std::string> names_of_language(std::string_view language);

} // namespace trawl::text
