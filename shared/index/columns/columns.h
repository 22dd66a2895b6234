// SPDX-License-Identifier: GPL-3.0-or-later
/// The filter fields of every document in memory, by document number: facets, filters and sorting read these columns.
#pragma once

#include "shared/base/mapped_file.h"
#include "shared/index/columns/counting_column.h"
#include "shared/index/columns/dictionary.h"
#include "shared/index/postings/posting_lists.h"
#include "shared/index/records/document_store.h"
#include "shared/index/records/positions.h"
#include "shared/schema/fields.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

/// One field with any number of values per document: values of document d are ids[offsets[d] .. offsets[d+1]), each
/// once, in the order of the article (an article's own source comes before those of its copies).
struct ValueColumn {
  std::vector<std::string> values;    ///< ordinal to the value as shown; ordinals are dense
  std::vector<std::string> keys;      ///< ordinal to key (value_key.h); empty if every key is the value itself
  std::vector<std::uint32_t> offsets; ///< size: last document number + 2
  std::vector<std::uint32_t> ids;
  std::vector<std::uint32_t> documents; ///< ordinal to the number of documents that have it; 0 after removals
  Dictionary dictionary;                ///< key to ordinal
  OnDemand<CountingColumn> counting;    ///< made by the first count

  std::span<const std::uint32_t> of(std::uint32_t document) const {
    return {ids.data() + offsets[document], offsets[document + 1] - offsets[document]};
  }
  const std::string& key(std::uint32_t ordinal) const { return keys.empty() ? values[ordinal] : keys[ordinal]; }

  /// The ordinal of a key.
  std::optional<std::uint32_t> find(std::string_view key) const;
};

/// The place of a document's sources among Columns::fields.
inline constexpr std::size_t kSourceColumn = *schema::filter_index("source");

inline constexpr std::int64_t kUndated = INT64_MIN;

/// Immutable; shared by all readers of one revision.
struct Columns {
  std::uint32_t last_document = 0; ///< document numbers are 1 … last_document; some may be unused
  std::vector<std::uint64_t> live; ///< bitmap of the documents that exist, 64 per word
  std::array<ValueColumn, schema::kFilterFields.size()> fields; ///< in the order of schema::kFilterFields
  std::vector<std::int64_t> published;                          ///< by document, seconds since 1970 or kUndated
  std::vector<std::uint32_t> words, title_words;
  double average_words = 0, average_title_words = 0; ///< mean over live documents
  std::vector<std::uint64_t> id;            ///< article id by document, as a number: orders as its 16 hex digits do
  std::vector<std::uint64_t> stored_offset; ///< by document, its offset in `document_store`
  SharedBytes document_store;               ///< document_store.h
  std::shared_ptr<const PostingLists> posting_lists; ///< of the documents in `merged`; may be null
  std::vector<std::uint64_t> merged; ///< bitmap like `live`: documents that `posting_lists` holds as they are now
  bool all_merged = false;           ///< `posting_lists` holds exactly the live documents, so there is no delta

  bool is_live(std::uint32_t document) const {
    return document / 64 < live.size() && (live[document / 64] >> (document % 64) & 1) != 0;
  }

  /// The stored parts of a live document.
  StoredDocument stored_document(std::uint32_t document) const {
    return stored_document_at(document_store.bytes, stored_offset[document]);
  }
  PositionIndex positions_of(std::uint32_t document) const {
    return PositionIndex(positions_at(document_store.bytes, stored_offset[document]));
  }
  /// Prefetches the row of a document.
  void prefetch(std::uint32_t document) const {
    __builtin_prefetch(&stored_offset[document]);
    __builtin_prefetch(&words[document]);
    __builtin_prefetch(&title_words[document]);
    __builtin_prefetch(&published[document]);
    __builtin_prefetch(&id[document]);
  }
  /// Prefetches what `positions_of` will read.
  void prefetch_positions(std::uint32_t document) const {
    prefetch_stored_document(document_store.bytes, stored_offset[document]);
  }
  /// Prefetches what `stored_document` will read of a short text, but not the text.
  void prefetch_stored(std::uint32_t document) const {
    constexpr std::size_t kLines = 16;
    prefetch_stored_document(document_store.bytes, stored_offset[document], kLines);
  }

  /// The column of a filter field ("tag"), or nullptr.
  const ValueColumn* column(std::string_view filter) const;

  /// The column of sources, which grouping and sorting read for every hit.
  const ValueColumn& source() const { return fields[kSourceColumn]; }
};

} // namespace trawl::index
