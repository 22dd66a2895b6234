// SPDX-License-Identifier: GPL-3.0-or-later
/// The terms of a segment: sorted, in blocks of four in which each term but the first is stored without the prefix it
/// shares with the previous one; a hash table for look-ups; and filters in front of the table. docs/formats.md has the
/// grammar.
#pragma once

#include "shared/index/segment/segment_file.h"
#include "shared/index/segment/term_filter.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

inline constexpr std::size_t kTermsPerBlock = 4;
inline constexpr std::uint32_t kCommonDf = 16;

/// Where a term's posting list is.
struct TermEntry {
  std::uint32_t df = 0;     ///< document frequency
  std::uint64_t offset = 0; ///< in the section of postings
  std::uint64_t size = 0;   ///< bytes
};

class TermDictionary {
 public:
  explicit TermDictionary(const SegmentFile& file);

  std::uint32_t size() const { return terms_; }

  std::optional<TermEntry> find(std::string_view term) const { return find(term, hash_of_term(term)); }
  /// The same, for a term that is looked up in several segments.
  std::optional<TermEntry> find(std::string_view term, std::uint64_t hash) const;

  /// False only if the segment does not have the term with this hash. Reads one cache line.
  bool may_contain(std::uint64_t hash) const { return filter_.may_contain(hash); }
  /// False only if fewer than kCommonDf documents have the term with this hash. Cheaper, because few terms are common.
  bool may_be_common(std::uint64_t hash) const { return common_filter_.may_contain(hash); }
  /// Prefetches what one of the two reads.
  void prefetch_filter(std::uint64_t hash, bool common) const { (common ? common_filter_ : filter_).prefetch(hash); }

  /// Prefetches what `find` reads first.
  void prefetch(std::string_view term) const;

  /// Walks the terms in order of their bytes. Borrows the dictionary.
  class Iterator {
   public:
    bool at_end() const { return block_ >= dictionary_->blocks(); }
    const std::string& term() const { return term_; }
    const TermEntry& entry() const { return entry_; }
    void next();

   private:
    friend class TermDictionary;
    explicit Iterator(const TermDictionary& dictionary) : dictionary_(&dictionary) {}
    void load(std::size_t block);

    const TermDictionary* dictionary_;
    std::size_t block_ = 0, left_ = 0;
    std::string_view rest_;
    std::string term_;
    TermEntry entry_;
  };

  /// Begins at the first term that is not before `from`.
  Iterator lower_bound(std::string_view from) const;

 private:
  std::size_t blocks() const { return (std::size_t{terms_} + kTermsPerBlock - 1) / kTermsPerBlock; }
  static std::uint64_t number_at(const Section& section, std::uint64_t i, unsigned width);
  std::optional<TermEntry> entry_at(std::uint64_t offset, std::size_t slot, std::string_view term) const;
  std::string_view block_bytes(std::size_t block) const;
  std::string_view first_term(std::size_t block) const;

  Section text_, blocks_, cells_;
  TermFilter filter_, common_filter_;
  unsigned block_width_ = 4;
  std::uint64_t cell_count_ = 0;
  std::uint32_t terms_ = 0;
};

/// Collects the terms of a segment in order, and packs them.
class TermDictionaryWriter {
 public:
  void add(std::string_view term, std::uint32_t df, std::uint64_t offset, std::uint64_t size);

  std::uint32_t size() const { return terms_; }
  const std::string& text() const { return text_; }
  const std::vector<std::uint64_t>& blocks() const { return blocks_; }

  /// The hash table.
  std::string cells() const;
  /// The filters in front of it.
  std::string filter() const { return pack_term_filter(hashes_); }
  std::string common_filter() const { return pack_term_filter(common_hashes_); }

 private:
  std::string text_, last_;
  std::vector<std::uint64_t> blocks_, hashes_, common_hashes_;
  std::uint32_t terms_ = 0;
};

} // namespace trawl::index
