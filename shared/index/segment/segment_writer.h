// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes the sections of one segment. The order of calls: `create`, the positions and stored parts of all documents,
/// the terms in order, `finish`. Both a commit (memory_segment.h) and a merge (segment_merge.h) do this.
#pragma once

#include "shared/base/piece.h"
#include "shared/base/result.h"
#include "shared/index/postings/posting_list_writer.h"
#include "shared/index/segment/pair_filter.h"
#include "shared/index/segment/segment_file_writer.h"
#include "shared/index/segment/term_dictionary.h"
#include "shared/schema/fields.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::index {

/// Values that a segment introduces, in the order of their ordinals.
struct NewValues {
  std::uint32_t first = 0;                                 ///< ordinal
  std::vector<std::pair<std::string, std::string>> values; ///< key and shown form
};

/// The columns of a segment, by local document; element 0 of each is unused.
struct SegmentRows {
  std::vector<std::int64_t> published = {INT64_MIN};     ///< the moment in seconds since 1970; kUndated: no date
  std::vector<std::int64_t> published_day = {INT64_MIN}; ///< the printed day, in days since 1970; likewise
  std::vector<std::uint32_t> words = {0}, title_words = {0};
  std::vector<std::uint64_t> ids = {0};
  struct Field {
    std::vector<std::uint32_t> ends = {0}, ordinals;
    NewValues introduced;
  };
  std::array<Field, schema::kFilterFields.size()> fields;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> aliases; ///< id and document
  std::vector<std::uint64_t> removed;                           ///< ids of removed articles

  std::uint32_t documents() const { return static_cast<std::uint32_t>(ids.size() - 1); }
};

class SegmentWriter {
 public:
  /// Makes the file. `rows` must stay as they are until `finish`.
  static Result<SegmentWriter> create(const std::filesystem::path& path, const SegmentRows& rows,
                                      std::uint64_t expected_size = 0);

  /// First all positions, then all stored parts, each by ascending document.
  void begin_positions();
  void add_positions(std::string_view bytes) { add_record(bytes); }
  /// `dictionary`: the one with which the stored parts are compressed, or null.
  void begin_stored(const Dictionary* dictionary);
  void add_stored(std::string_view bytes) { add_record(bytes); }

  /// Then the terms in order, each followed by its postings.
  void begin_terms();
  void begin_term(std::string_view term);
  void add_posting(std::uint32_t document, std::uint32_t tf) { list_.add(document, tf, (*lengths_)[document]); }
  void end_term();

  /// Writes the rest and syncs the file. `positions`: as added. Disk.
  Result<void> finish(const PositionsOf& positions);

 private:
  SegmentWriter(SegmentFileWriter file, const SegmentRows& rows) : file_(std::move(file)), rows_(&rows) {}
  void add_record(std::string_view bytes);
  void write_pairs(const PositionsOf& positions);
  void write_dates(std::string_view name, const std::vector<std::int64_t>& dates);
  void write_columns();
  void write_field(std::string_view name, const SegmentRows::Field& field);
  void write_ids();

  SegmentFileWriter file_;
  const SegmentRows* rows_;
  std::vector<std::uint64_t> ends_; ///< of the records of this section
  TermDictionaryWriter terms_;
  PostingListWriter list_;
  const std::vector<std::uint32_t>* lengths_ = nullptr; ///< of documents, for the current term
  std::vector<StemKey> frequent_stems_;
  std::string term_, packed_;
};

} // namespace trawl::index
