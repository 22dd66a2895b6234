// SPDX-License-Identifier: GPL-3.0-or-later
/// Synonyms: abbreviations of the field and their long forms, such as LLM and large language model. Those of
/// schema/synonyms.txt are compiled in.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::text {

/// Neighbouring words of a query that have synonyms.
struct Synonyms {
  std::size_t begin = 0, count = 0;             ///< the words, in what synonyms_among got
  std::vector<std::vector<std::string>> others; ///< the stems of each synonym, in order
};

/// Finds names among `stems`, the stems of neighbouring words without stop words. A longer name hides shorter ones
/// inside it.
std::vector<Synonyms> synonyms_among(std::span<const std::string> stems);

/// Whether the stem is an abbreviation, and the word, folded, neither that nor its plural: ragged has the stem of RAG.
bool is_other_than_abbreviation(std::string_view word, const std::string& stem);

/// One group per line, its names separated by "|": the text of schema/synonyms.txt without its comments.
std::string_view synonym_groups();

} // namespace trawl::text
