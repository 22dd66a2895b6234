// SPDX-License-Identifier: GPL-3.0-or-later
/// A trie of words that finds all phrases of all topics in one pass over a text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::enrich {

enum class PhraseRole : std::uint8_t { Text, Title, Require, Exclude, Reject };

/// One entry's use of a phrase. `phrase`: its index in TopicEntry::phrases (Text and Title only).
struct PhraseUse {
  std::uint32_t entry = 0;
  std::uint32_t phrase = 0;
  PhraseRole role = PhraseRole::Text;
};

/// The placeholder phrase for any version number, such as "2.5".
inline constexpr std::string_view kVersionWord = "<version>";

/// Phrases by their words. Matching at one position takes at most as many steps as the longest phrase has words.
class PhraseTrie {
 public:
  PhraseTrie() : nodes_(1) {}

  /// Adds a phrase; one without words is ignored.
  void add(std::string_view phrase, PhraseUse use);

  /// The id of a word that occurs in a phrase; 0 for all others. Other version numbers have the id of kVersionWord, if
  /// that is a phrase.
  std::uint32_t id_of(const std::string& word) const;

  /// Calls `found(end, use)` for every phrase that begins at word `begin`; `end` is one past its last word.
  template <typename Found>
  void match(std::span<const std::uint32_t> ids, std::uint32_t begin, Found found) const {
    std::uint32_t node = 0;
    for (std::uint32_t at = begin; at < ids.size() && ids[at] != 0; ++at) {
      const auto next = edges_.find(key(node, ids[at]));
      if (next == edges_.end()) return;
      node = next->second;
      for (const PhraseUse& use : nodes_[node]) found(at + 1, use);
    }
  }

 private:
  static std::uint64_t key(std::uint32_t node, std::uint32_t word) { return std::uint64_t{node} << 32 | word; }

  std::unordered_map<std::string, std::uint32_t> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::vector<std::vector<PhraseUse>> nodes_;
};

} // namespace trawl::enrich
