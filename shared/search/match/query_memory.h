// SPDX-License-Identifier: GPL-3.0-or-later
/// A cache of what queries looked up in one snapshot and what depends on their words alone: where the postings of a
/// term are, the words nearest to one, the documents that have one only as two words. Queries share words, and a single
/// query asks several times: to match, to rank and to mark. Answers are the same without it. For one thread; its size
/// is bounded.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/plan/term_statistics.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trawl::search {

/// A map from text to values; references to values stay valid until `clear`.
template <typename Value>
class Remembered {
 public:
  const Value* find(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }
  /// `key`: one that has no value yet.
  const Value& keep(std::string_view key, Value value) { return values_.emplace(key, std::move(value)).first->second; }
  std::size_t size() const { return values_.size(); }
  void clear() { values_.clear(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::unordered_map<std::string, Value, Hash, std::equal_to<>> values_;
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

  /// The documents that have a word only as two words or under another name, by everything that was looked for; null if
  /// not remembered.
  const std::vector<std::uint32_t>* in_parts(std::string_view spellings) const { return in_parts_.find(spellings); }
  void keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents);

  /// near_terms one edit away, by its arguments.
  Remembered<std::vector<TermCount>> near;

 private:
  std::uint32_t number_of_text(const std::string& text);

  Remembered<TermPostings> postings_;
  std::size_t postings_bytes_ = 0;
  Remembered<std::vector<std::uint32_t>> in_parts_;
  std::size_t documents_ = 0;    ///< in all of these
  std::vector<KnownStem> stems_; ///< the texts are the keys of the next
  std::unordered_map<std::string, std::uint32_t> number_of_stem_;
  /// The numbers of 1,024 neighbouring terms of a part, plus one; 0: not looked up yet.
  using NumberPage = std::array<std::uint32_t, 1'024>;
  std::unordered_map<std::uint32_t, std::vector<std::unique_ptr<NumberPage>>> pages_; ///< by the part's first document
  std::size_t page_count_ = 0;
  std::uint32_t part_of_pages_ = 0; ///< the part asked for last, and its pages
  std::vector<std::unique_ptr<NumberPage>>* last_pages_ = nullptr;
};

} // namespace trawl::search
