// SPDX-License-Identifier: GPL-3.0-or-later
/// The keys under which a shard keeps, in Xapian's metadata, what is ours (docs/xapian.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::index::metadata {

inline const std::string kColumns = "columns";       ///< RowsWriter::columns
inline const std::string kStamp = "stamp";           ///< another after each commit that changed rows
inline const std::string kBase = "base";             ///< its documents have higher numbers
inline const std::string kDictionary = "dictionary"; ///< with which stored documents are compressed
inline const std::string kState = "state";           ///< index_state.h; of the newest shard

inline std::string field(std::string_view name) { return std::string("field.").append(name); }
inline std::string values(std::string_view name) { return std::string("values.").append(name); }
/// The terms that it has (term_filter.h).
inline std::string filter(bool of_common_terms) { return of_common_terms ? "filter.common" : "filter"; }
/// Documents of an older shard that the newest one replaces or removes: packed numbers.
inline std::string hidden(std::string_view folder) { return std::string("hidden.").append(folder); }
/// An article of this id was removed once.
inline std::string removed(std::string_view article_id) { return std::string("removed.").append(article_id); }

inline const std::string kWholes = "whole."; ///< whole titles and names (whole_terms.h), by group
inline std::string whole(std::uint32_t group) {
  return kWholes + std::string{static_cast<char>(group >> 16), static_cast<char>(group >> 8), static_cast<char>(group)};
}

/// The first byte of a stored document: whether it was compressed with the dictionary, and then as a whole.
inline constexpr char kWithoutDictionary = '\0', kWithDictionary = '\1', kWhole = '\2';
/// What is stored of one document (stored_document.h). Keys order as the numbers do.
inline std::string stored(std::uint32_t document) {
  return {'d', static_cast<char>(document >> 24), static_cast<char>(document >> 16), static_cast<char>(document >> 8),
          static_cast<char>(document)};
}

} // namespace trawl::index::metadata
