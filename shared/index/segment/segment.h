// SPDX-License-Identifier: GPL-3.0-or-later
/// One segment of a generation: the documents of one commit, or of several that were merged, with everything that a
/// query reads of them. Immutable; shared by any number of threads and snapshots. Documents have the local numbers
/// 1 … documents(); snapshots add a base to them (columns.h). Removals are not here but in the manifest.
#pragma once

#include "shared/base/result.h"
#include "shared/index/postings/posting_list.h"
#include "shared/index/records/positions.h"
#include "shared/index/records/stored_document.h"
#include "shared/index/segment/counting_column.h"
#include "shared/index/segment/number_array.h"
#include "shared/index/segment/segment_file.h"
#include "shared/index/segment/term_dictionary.h"
#include "shared/index/segment/value_table.h"
#include "shared/schema/fields.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace trawl::index {

inline constexpr std::int64_t kUndated = INT64_MIN;

/// What a segment says of itself.
struct SegmentSummary {
  std::uint32_t documents = 0;
  std::uint64_t words = 0, title_words = 0; ///< sums over the documents
};

/// The values of one filter field by local document: ordinals[ends[d - 1]] to ordinals[ends[d]], each once, in the
/// order of the article.
struct FieldColumn {
  FieldColumn(const SegmentFile& file, std::string_view field, std::uint32_t documents);

  NumberArray ends; ///< four bytes wide; the first is of document 0, which has none
  NumberArray ordinals;
  ValueTable values;
  OnDemand<CountingColumn> counting; ///< made by the first count of many documents
};

class Segment {
 public:
  /// IndexDamaged, Permission.
  static Result<std::shared_ptr<const Segment>> open(const std::filesystem::path& path);

  const SegmentFile& file() const { return *file_; }
  const SegmentSummary& summary() const { return summary_; }
  std::uint32_t documents() const { return summary_.documents; }

  /// The postings of a term with document numbers that begin at `base`; df() is 0 if no document holds it.
  PostingList find(std::string_view term, std::uint32_t base = 0) const;
  PostingList postings(const TermEntry& entry, std::uint32_t base = 0) const;
  const TermDictionary& terms() const { return terms_; }

  PositionIndex positions(std::uint32_t local) const { return PositionIndex(positions_bytes(local)); }
  std::string_view positions_bytes(std::uint32_t local) const { return record(positions_, position_ends_, local); }
  void prefetch_positions(std::uint32_t local) const { positions_.prefetch(position_ends_.raw(local - 1)); }
  void prefetch_stored(std::uint32_t local) const {
    constexpr std::size_t kLines = 12;
    stored_.prefetch(stored_ends_.raw(local - 1), kLines);
  }
  /// Prefetches where the positions of a document end, its lengths, date and id.
  void prefetch_row(std::uint32_t local) const {
    for (const NumberArray* array : {&position_ends_, &words_, &title_words_, &published_, &ids_})
      array->prefetch(local);
  }
  StoredDocument stored(std::uint32_t local) const { return read_stored_document(stored_bytes(local)); }
  std::string_view stored_bytes(std::uint32_t local) const { return record(stored_, stored_ends_, local); }

  /// The local number of the article with this id, or of one to which this other id leads; 0 if there is none.
  std::uint32_t find_id(std::uint64_t id) const;
  std::uint32_t find_alias(std::uint64_t id) const;
  /// Whether the commits of this segment removed an article of this id.
  bool has_removed(std::uint64_t id) const;

  // By local document; number 0 is unused.
  const NumberArray& published() const { return published_; } ///< 0 (raw): undated
  const NumberArray& words() const { return words_; }
  const NumberArray& title_words() const { return title_words_; }
  const NumberArray& ids() const { return ids_; }
  const FieldColumn& field(std::size_t i) const { return *fields_[i]; } ///< in the order of schema::kFilterFields
  const NumberArray& aliases() const { return aliases_; }
  const NumberArray& alias_documents() const { return alias_documents_; }
  const NumberArray& removed() const { return removed_; }

  /// kUndated if the document has no date.
  std::int64_t published_at(std::uint32_t local) const {
    const std::uint64_t raw = published_.raw(local);
    return raw == 0 ? kUndated : published_.least() + static_cast<std::int64_t>(raw);
  }

 private:
  Segment(std::shared_ptr<const SegmentFile> file, SegmentSummary summary);
  std::string_view record(const Section& section, const NumberArray& ends, std::uint32_t local) const;

  std::shared_ptr<const SegmentFile> file_;
  SegmentSummary summary_;
  TermDictionary terms_;
  Section postings_, positions_, stored_;
  NumberArray position_ends_, stored_ends_;
  NumberArray published_, words_, title_words_, ids_, id_order_, aliases_, alias_documents_, removed_;
  std::array<std::unique_ptr<FieldColumn>, schema::kFilterFields.size()> fields_;
};

} // namespace trawl::index
