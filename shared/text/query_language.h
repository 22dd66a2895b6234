// SPDX-License-Identifier: GPL-3.0-or-later
/// The language of a query, as far as a few words tell: by their script, or by words that only grammar needs.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace trawl::text {

/// The BCP 47 primary subtag of the language of `q`; empty if it cannot be told ("flash attention" could be typed in
/// any language). Words in quotes, operators and fields count like others.
std::string language_of_query(std::string_view q);

/// Whether all letters of a text are Latin, and there are some.
bool is_latin(std::string_view text);

/// Whether a language is written in Latin letters.
bool is_written_in_latin(std::string_view language);

/// The languages whose stems the index knows beside English ones (Snowball's, by Xapian), sorted.
std::span<const std::string_view> stemmed_languages();

} // namespace trawl::text
