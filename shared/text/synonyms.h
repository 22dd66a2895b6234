// SPDX-License-Identifier: GPL-3.0-or-later
/// Abbreviations of the field and what they stand for: LLM, large language model. The groups are those of
/// schema/synonyms.txt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text {

/// Words of a query that have another name.
struct Synonyms {
  std::size_t begin = 0, count = 0;             ///< the words
  std::vector<std::vector<std::string>> others; ///< stems of each other name, in order
};

/// The names among `stems`, the stems of neighbouring words without stop words. Longer names hide the shorter inside
/// them.
std::vector<Synonyms> synonyms_among(std::span<const std::string> stems);

/// One group a line, names between "|": the text of schema/synonyms.txt without its comments.
std::string_view synonym_groups();

} // namespace trawl::text
