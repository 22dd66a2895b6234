// SPDX-License-Identifier: GPL-3.0-or-later
/// One segment of a generation: the documents of one commit, or of several that were merged, with everything that a
/// query reads about them. Immutable; shared by any number of threads and snapshots. Documents have the local numbers
/// 1 … documents(); snapshots add a base to them (columns.h). Removals are not here but in the manifest.
#pragma once

#include "shared/base/result.h"
#include "shared/index/postings/posting_list.h"
#include "shared/index/records/positions.h"
#include "shared/index/records/stored_document.h"
#include "shared/index/segment/counting_column.h"
#include "shared/index/segment/number_array.h"
#include "shared/index/segment/on_demand.h"
#include "shared/index/segment/pair_filter.h"
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

/// What a segment says about itself.
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

/// Data that is read for single documents: packed bytes, one after another. `local`: 1 … documents.
class SegmentRecords {
 public:
  SegmentRecords(const SegmentFile& file, std::uint32_t documents);

  std::string_view positions(std::uint32_t local) const { return record(positions_, position_ends_, local); }
  /// Only the beginning of long records, which says where to continue.
  void prefetch_positions(std::uint32_t local) const {
    constexpr std::uint64_t kShort = 256; // bytes
    const std::uint64_t begin = position_ends_.raw(local - 1);
    positions_.prefetch(begin, position_ends_.raw(local) - begin <= kShort ? 4 : 1);
  }
  void prefetch_ends(std::uint32_t local) const {
    position_ends_.prefetch(local);
    stored_ends_.prefetch(local);
  }
  void prefetch_stored(std::uint32_t local) const {
    constexpr std::size_t kLines = 12;
    stored_.prefetch(stored_ends_.raw(local - 1), kLines);
  }
  StoredDocument stored(std::uint32_t local) const { return read_stored_document(stored_bytes(local), dictionary()); }
  /// As they are in the file; for copying.
  std::string_view stored_bytes(std::uint32_t local) const { return record(stored_, stored_ends_, local); }
  /// The dictionary with which the stored documents are compressed; null if there is none.
  const Dictionary* dictionary() const;

 private:
  static std::string_view record(const Section& section, const NumberArray& ends, std::uint32_t local);

  Section positions_, stored_, dictionary_;
  NumberArray position_ends_, stored_ends_;
  OnDemand<std::shared_ptr<const Dictionary>> held_; ///< made by the first document that is read
};

/// The ids of the articles, and other ids that lead to them.
class SegmentNames {
 public:
  SegmentNames(const SegmentFile& file, std::uint32_t documents);

  const NumberArray ids;             ///< by local document; number 0 is unused
  const NumberArray aliases;         ///< ascending
  const NumberArray alias_documents; ///< of each alias, its document
  const NumberArray removed;         ///< ids of articles that these commits removed, ascending

  /// The local number of the article with this id; 0 if there is none.
  std::uint32_t find(std::uint64_t id) const;
  /// The first article to which this other id leads and that `accepts`; 0 if there is none.
  template <typename Accepts>
  std::uint32_t find_alias(std::uint64_t id, Accepts accepts) const {
    for (std::size_t at = lower_bound(aliases, id); at < aliases.size() && aliases.raw(at) == id; ++at) {
      const auto local = static_cast<std::uint32_t>(alias_documents.raw(at));
      if (local > 0 && local < ids.size() && accepts(local)) return local;
    }
    return 0;
  }
  bool has_removed(std::uint64_t id) const;

 private:
  static std::size_t lower_bound(const NumberArray& array, std::uint64_t wanted);

  const NumberArray order_; ///< documents by id
};

class Segment {
 public:
  /// IndexDamaged, Permission.
  static Result<std::shared_ptr<const Segment>> open(const std::filesystem::path& path);

  const SegmentFile& file() const { return *file_; }
  const SegmentSummary& summary() const { return summary_; }
  std::uint32_t documents() const { return summary_.documents; }

  /// The postings of a term with document numbers that begin at `base`; df() is 0 if no document holds it.
  /// `hash`: hash_of_term.
  PostingList find(std::string_view term, std::uint64_t hash, std::uint32_t base = 0) const;
  PostingList postings(const TermEntry& entry, std::uint32_t base = 0) const;
  const TermDictionary& terms() const { return terms_; }
  const PairFilter& pairs() const { return pairs_; }

  const SegmentRecords& records() const { return records_; }
  const SegmentNames& names() const { return names_; }

  // By local document; number 0 is unused.
  const NumberArray& published() const { return published_; }         ///< the moment; 0 (raw): undated
  const NumberArray& published_day() const { return published_day_; } ///< the printed day; likewise
  const NumberArray& words() const { return words_; }
  const NumberArray& title_words() const { return title_words_; }
  const FieldColumn& field(std::size_t i) const { return *fields_[i]; } ///< in the order of schema::kFilterFields

  /// kUndated if the document has no date.
  std::int64_t published_at(std::uint32_t local) const { return date_at(published_, local); }
  std::int64_t published_day_at(std::uint32_t local) const { return date_at(published_day_, local); }

 private:
  static std::int64_t date_at(const NumberArray& dates, std::uint32_t local) {
    const std::uint64_t raw = dates.raw(local);
    return raw == 0 ? kUndated : NumberArray::sum(dates.least(), raw);
  }
  Segment(std::shared_ptr<const SegmentFile> file, SegmentSummary summary);

  std::shared_ptr<const SegmentFile> file_;
  SegmentSummary summary_;
  TermDictionary terms_;
  Section postings_;
  PairFilter pairs_;
  SegmentRecords records_;
  SegmentNames names_;
  NumberArray published_, published_day_, words_, title_words_;
  std::array<std::unique_ptr<FieldColumn>, schema::kFilterFields.size()> fields_;
};

} // namespace trawl::index
