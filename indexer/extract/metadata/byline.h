// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads bylines: the people and companies that a line of text names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// The length of the cue at the beginning of `text` ("By ", "Written by: ", "作者："); 0 if there is none.
std::size_t byline_cue_length(std::string_view text);
bool is_name_particle(std::string_view word); ///< "van", "de", "bin": lower case inside names

/// Whether `name` is a company, university or other organisation, by its words.
bool is_organization(std::string_view name);

/// The words of a text with single spaces. Views into it.
std::vector<std::string_view> words_of(std::string_view text);
std::vector<std::string_view> words_of(std::string&&) = delete; // the views would outlive the text

/// Adds a name that is not in the list yet, however it is written there.
void add_once(std::vector<std::string>& list, std::string name);

/// Whether the first letter is not in lower case.
bool is_capitalized(std::string_view word);

/// The parts between separators: commas, semicolons, "and" in several languages and the like. Separators inside
/// brackets do not count. Views into `text`.
std::vector<std::string_view> split_names(std::string_view text);

struct Byline {
  std::vector<std::string> authors;      ///< people and teams, in order, none twice
  std::vector<std::string> affiliations; ///< companies, in order, none twice
};

/// Both lists are empty if the text names nobody. Linear in the text, of which the first 2,000 bytes are read.
Byline parse_byline(std::string_view text);

} // namespace trawl::extract
