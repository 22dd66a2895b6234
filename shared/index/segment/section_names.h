// SPDX-License-Identifier: GPL-3.0-or-later
/// The names of a segment's sections, of at most 16 bytes; docs/formats.md says what they hold.
#pragma once

#include "shared/index/segment_format.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace trawl::index {

inline constexpr std::string_view kMeta = "meta";
inline constexpr std::string_view kPostings = "postings";
inline constexpr std::string_view kTerms = "terms";
inline constexpr std::string_view kTermBlocks = "terms.blocks";
inline constexpr std::string_view kTermCells = "terms.cells";
inline constexpr std::string_view kTermFilter = "terms.filter";
inline constexpr std::string_view kCommonFilter = "terms.common";
inline constexpr std::string_view kPositions = "positions";
inline constexpr std::string_view kPositionEnds = "positions.ends";
inline constexpr std::string_view kPairs = "pairs";
inline constexpr std::string_view kDictionary = "dictionary";
inline constexpr std::string_view kStored = "stored";
inline constexpr std::string_view kStoredEnds = "stored.ends";
inline constexpr std::string_view kPublished = "published", kPublishedDay = "published.day";
inline constexpr std::string_view kWords = "words";
inline constexpr std::string_view kTitleWords = "title_words";
inline constexpr std::string_view kIds = "ids";
inline constexpr std::string_view kIdOrder = "ids.order";
inline constexpr std::string_view kAliases = "aliases";
inline constexpr std::string_view kAliasDocuments = "aliases.of";
inline constexpr std::string_view kRemoved = "removed";

/// Sections of a filter field begin with its name.
inline constexpr std::string_view kFieldEnds = ".ends";
inline constexpr std::string_view kFieldOrdinals = ".values";
inline constexpr std::string_view kValueEnds = ".v.ends";
inline constexpr std::string_view kValueText = ".v.text";
inline constexpr std::string_view kValueOrder = ".v.order";

/// Names that fit into the table.
static_assert(std::ranges::all_of(std::array{kMeta,           kPostings,     kTerms,      kTermBlocks,   kTermCells,
                                             kTermFilter,     kCommonFilter, kPositions,  kPositionEnds, kPairs,
                                             kDictionary,     kStored,       kStoredEnds, kPublished,    kPublishedDay,
                                             kWords,          kTitleWords,   kIds,        kIdOrder,      kAliases,
                                             kAliasDocuments, kRemoved},
                                  [](std::string_view name) { return name.size() <= format::kNameBytes; }));
static_assert(std::ranges::all_of(schema::kFilterFields, [](std::string_view field) {
  return std::ranges::all_of(std::array{kFieldEnds, kFieldOrdinals, kValueEnds, kValueText, kValueOrder},
                             [&](std::string_view part) { return field.size() + part.size() <= format::kNameBytes; });
}));

inline std::string section_name(std::string_view field, std::string_view part) {
  return std::string(field).append(part);
}

} // namespace trawl::index
