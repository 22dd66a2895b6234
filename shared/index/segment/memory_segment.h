// SPDX-License-Identifier: GPL-3.0-or-later
/// The documents of one commit in memory: their terms inverted, their records packed. Written as one segment.
#pragma once

#include "shared/base/result.h"
#include "shared/index/segment/segment_writer.h"
#include "shared/text/analyzer.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::index {

/// One article, ready to be indexed.
struct PreparedDocument {
  std::uint64_t id = 0;
  std::int64_t published = INT64_MIN, published_day = INT64_MIN; ///< as in SegmentRows
  std::uint32_t words = 0, title_words = 0;
  std::array<std::vector<std::uint32_t>, schema::kFilterFields.size()> ordinals; ///< in the order of kFilterFields
  std::vector<std::uint64_t> aliases;
  std::vector<text::TermOccurrence> terms; ///< of MemorySegment::table
  std::string positions;                   ///< as they are stored
  std::string stored;                      ///< before it is compressed (stored_document.h)
};

/// Terms with their postings, by document in the order they were added.
class Inverter {
 public:
  /// Of one term.
  class Postings {
   public:
    void add(std::uint32_t document);
    template <typename Visit>
    void for_each(Visit visit) const {
      for (const Posting& one : before_) visit(one.document, one.tf);
      if (last_.tf > 0) visit(last_.document, last_.tf);
    }

   private:
    struct Posting {
      std::uint32_t document = 0, tf = 0;
    };
    std::vector<Posting> before_;
    Posting last_; ///< to which the next occurrence may belong, beside the term's others in memory
  };

  /// Of the terms that it is given.
  text::TermTable& table() { return table_; }

  /// Documents must ascend.
  void add(std::span<const text::TermOccurrence> terms, std::uint32_t document);

  /// Calls `visit(term, postings)` in order of the terms.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const std::uint32_t number : in_order()) visit(table_[number].text, postings_[number]);
  }

 private:
  std::vector<std::uint32_t> in_order() const;

  text::TermTable table_;
  std::vector<Postings> postings_; ///< by number of the term
};

class MemorySegment {
 public:
  /// The table of the terms of all its documents.
  text::TermTable& table() { return inverter_.table(); }

  /// Replaces the document with the same id, if there is one.
  void add(PreparedDocument document);
  /// False if there is no such document.
  bool remove(std::uint64_t id);
  /// Notes that an article was removed, whether or not it was in this segment.
  void note_removed(std::uint64_t id) { removed_.push_back(id); }

  bool is_empty() const { return numbers_.empty() && removed_.empty(); }
  std::size_t documents() const { return numbers_.size(); }
  bool contains(std::uint64_t id) const { return numbers_.contains(id); }

  /// Writes the segment. `introduced`: by field, the values that are new in it. `dictionary`: of another segment, or
  /// null; a large segment without one trains its own. Disk.
  Result<void> write(const std::filesystem::path& path, std::array<NewValues, schema::kFilterFields.size()> introduced,
                     std::shared_ptr<const Dictionary> dictionary) const;

 private:
  /// A document without its terms.
  struct Row {
    std::uint64_t id;
    std::int64_t published, published_day;
    std::uint32_t words, title_words;
    std::array<std::vector<std::uint32_t>, schema::kFilterFields.size()> ordinals;
    std::vector<std::uint64_t> aliases;
    std::string positions, stored;
    bool is_dead = false; ///< replaced or removed since
  };
  /// By row, its number in the segment; 0 if it is dead.
  std::vector<std::uint32_t> final_numbers() const;
  SegmentRows rows(std::array<NewValues, schema::kFilterFields.size()> introduced) const;

  std::vector<Row> rows_;
  Inverter inverter_;                                        ///< of rows, counted from 0
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_; ///< id to row
  std::vector<std::uint64_t> removed_;
};

} // namespace trawl::index
