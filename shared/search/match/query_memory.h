// SPDX-License-Identifier: GPL-3.0-or-later
/// A cache of what queries looked up in one snapshot and what depends on their words alone: where the postings of a
/// term are, the words nearest to one, the documents that have one only as two words. Queries share words, and a single
/// query asks several times: to match, to rank and to mark. Answers are the same without it. For one thread; its size
/// is bounded.
#pragma once

#include "shared/search/index_view.h"
#include "shared/search/match/posting_cursor.h"
#include "shared/search/plan/term_statistics.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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

class QueryMemory {
 public:
  /// Called between queries: forgets what has grown too large. Invalidates what was returned before.
  void trim();

  /// The postings of a term.
  const TermPostings& postings(const IndexView& view, std::string_view term);

  /// The documents that have a word only as two words or under another name, by everything that was looked for; null if
  /// not remembered.
  const std::vector<std::uint32_t>* in_parts(std::string_view spellings) const { return in_parts_.find(spellings); }
  void keep_in_parts(std::string_view spellings, std::vector<std::uint32_t> documents);

  /// near_terms one edit away, by its arguments.
  Remembered<std::vector<TermCount>> near;

 private:
  Remembered<TermPostings> postings_;
  std::size_t postings_bytes_ = 0;
  Remembered<std::vector<std::uint32_t>> in_parts_;
  std::size_t documents_ = 0; ///< in all of these
};

} // namespace trawl::search
