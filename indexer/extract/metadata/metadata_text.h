// SPDX-License-Identifier: GPL-3.0-or-later
/// Cleans text for metadata fields, and makes keys by which different spellings of the same words are equal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

/// `text` with runs of white space of any kind as single spaces, trimmed; without control characters and invisible
/// format characters.
std::string squeeze(std::string_view text);

/// A value of a meta element or of JSON-LD as text: character references decoded (also doubly escaped ones), HTML
/// inline tags removed, squeezed. A '<' that does not begin such a tag stays.
std::string clean_value(std::string_view text);

/// The words of `text`, case folded, joined by single spaces, without punctuation. Texts with equal keys have the same
/// wording.
std::string wording_key(std::string_view text);

/// Whether `part` occurs in `whole` at word boundaries; both are keys of wording_key.
bool contains_wording(std::string_view whole, std::string_view part);

/// The number of words in a key. In scripts without spaces two characters count as a word.
std::size_t words_in_key(std::string_view key);

} // namespace trawl::extract
