// SPDX-License-Identifier: GPL-3.0-or-later
/// Text as metadata holds it: one line, character references decoded, and a key by which two spellings are one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::extract {

/// White space of every kind squeezed to single blanks and trimmed; control and invisible format characters dropped.
std::string squeeze(std::string_view text);

/// A value of a meta element or of JSON-LD as text: character references decoded (also twice escaped ones), inline tags
/// dropped, squeezed. A '<' that opens no HTML inline tag stays.
std::string clean_value(std::string_view text);

/// The words of `text`, case folded, joined by single blanks, punctuation dropped: equal keys mean the same wording.
std::string wording_key(std::string_view text);

/// Whether `part` occurs in `whole` at word boundaries; both are keys of wording_key.
bool contains_wording(std::string_view whole, std::string_view part);

/// The number of words of a key; a run of an unspaced script counts one word per two characters.
std::size_t words_in_key(std::string_view key);

} // namespace trawl::extract
