// SPDX-License-Identifier: GPL-3.0-or-later
/// A cache of what queries looked up in one snapshot and what depends on their words alone: where the postings of a
/// term are, the spelling variants of a word, the words nearest to it. Queries share words, and a single query asks
/// several times: to match, to rank and to mark. Answers are the same without it. For one thread; its size is bounded.
#pragma once

#include "shared/search/discover/nearest_words.h"
#include "shared/search/index_view.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/match/spelling_variants.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::search {

/// A map from text to values; references to values stay valid until `clear`. A query looks up a hundred texts, and each
/// lookup waits for memory: one step leads to the only entry that is compared, and none to its neighbours.
template <typename Value>
class Remembered {
 public:
  const Value* find(std::string_view key) const {
    const std::uint64_t hash = std::hash<std::string_view>{}(key);
    for (std::size_t cell = hash;; ++cell) {
      const Cell& held = cells_[cell & (cells_.size() - 1)];
      if (held.place == 0) return nullptr;
      if (held.mark != mark_of(hash)) continue;
      const Entry& entry = entries_[held.place - 1];
      if (entry.key == key) return &entry.value;
    }
  }
  /// `key`: one that has no value yet.
  const Value& keep(std::string_view key, Value value) {
    entries_.push_back({std::string(key), std::move(value)});
    if (2 * entries_.size() > cells_.size()) {
      cells_.assign(2 * cells_.size(), {});
      for (std::size_t i = 0; i < entries_.size(); ++i) place(i);
    } else {
      place(entries_.size() - 1);
    }
    return entries_.back().value;
  }
  std::size_t size() const { return entries_.size(); }
  void clear() { *this = {}; }

 private:
  struct Entry {
    std::string key;
    Value value;
  };
  struct Cell {
    std::uint32_t mark = 0;  ///< part of the hash
    std::uint32_t place = 0; ///< one more than the index of an entry; 0: free
  };

  static std::uint32_t mark_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  void place(std::size_t i) {
    const std::uint64_t hash = std::hash<std::string_view>{}(entries_[i].key);
    std::size_t cell = hash;
    while (cells_[cell & (cells_.size() - 1)].place != 0) ++cell;
    cells_[cell & (cells_.size() - 1)] = {mark_of(hash), static_cast<std::uint32_t>(i + 1)};
  }

  std::deque<Entry> entries_;
  std::vector<Cell> cells_ = std::vector<Cell>(1'024); ///< at least half are free
};

/// A map from numbers to numbers, in one array.
class NumberTable {
 public:
  /// The value of a key; null if it has none. Keys are below 2⁶⁴ − 1.
  const std::uint32_t* find(std::uint64_t key) const;
  void add(std::uint64_t key, std::uint32_t value);
  std::size_t size() const { return size_; }
  void clear() { *this = {}; }

 private:
  struct Cell {
    std::uint64_t key = 0; ///< one more; 0: free
    std::uint32_t value = 0;
  };
  std::size_t place(std::uint64_t key) const;

  std::vector<Cell> cells_ = std::vector<Cell>(1'024); ///< at least half are free
  std::size_t size_ = 0;
};

/// A stem of short texts.
struct KnownStem {
  const std::string* text = nullptr;
  double idf = -1;                        ///< 0 if only one document has it; below 0 until it is looked up
  const TermPostings* postings = nullptr; ///< until they are looked up
};

class QueryMemory {
 public:
  /// Called between queries: forgets what has grown too large. Invalidates what was returned before.
  void trim();

  /// The postings of a term.
  const TermPostings& postings(const IndexView& view, std::string_view term);

  /// The number of the stem that has `number` in the dictionary of a part. A stem has the same number in all parts.
  std::uint32_t number_of_stem(const index::Part& part, std::uint32_t number);
  const std::string& text_of_stem(std::uint32_t number) const { return *stems_[number].text; }
  /// 0 if only one document has the stem.
  double idf_of_stem(const IndexView& view, std::uint32_t number);
  const TermPostings& postings_of_stem(const IndexView& view, std::uint32_t number);
  /// The number of a stem by its text, if it has one.
  std::optional<std::uint32_t> find_stem(const std::string& text) const;

  /// How a word is looked for: read_unit with split_by_vocabulary.
  const QueryUnit& unit(const IndexView& view, const std::string& text, text::Stemmer& stemmer);

  /// The documents that have a word only as two words, by everything that was looked for; null if not remembered.
  const std::vector<std::uint32_t>* in_parts(std::string_view spellings) const { return in_parts_.find(spellings); }
  void keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents);

  /// words_one_edit_away, by its arguments.
  Remembered<std::vector<NearWord>> near;

 private:
  Remembered<TermPostings> postings_;
  std::size_t postings_bytes_ = 0;
  Remembered<QueryUnit> units_;
  Remembered<std::vector<std::uint32_t>> in_parts_;
  std::size_t documents_ = 0;    ///< in all of these
  std::vector<KnownStem> stems_; ///< the texts are the keys of the next
  std::unordered_map<std::string, std::uint32_t> number_of_stem_;
  NumberTable number_in_part_; ///< by the part's first document and the number in its dictionary
};

} // namespace trawl::search
