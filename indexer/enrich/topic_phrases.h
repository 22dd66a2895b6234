// SPDX-License-Identifier: GPL-3.0-or-later
/// The entries of a topics file, and the trie of words that finds all their phrases in one pass.
#pragma once

#include "indexer/enrich/topics.h"
#include "shared/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::enrich {

struct TopicPhrase {
  std::string text;
  double weight = 1;
  bool title_only = false;
};

/// One entry of the file; topics.h says what the fields mean.
struct TopicEntry {
  TopicKind kind = TopicKind::Tag;
  std::string label;
  std::vector<std::string> aliases;
  std::vector<TopicPhrase> phrases;
  std::vector<std::string> requirements, exclusions, rejections;
  bool has_requirements = false;
  double title_factor = 4;
  double threshold = 4;
};

/// BadInput names file, entry and field.
Result<std::vector<TopicEntry>> parse_topic_entries(std::string_view json, const std::string& file_name);

enum class PhraseRole : std::uint8_t { Text, Title, Require, Exclude, Reject };

/// What a phrase means to one entry. `phrase`: its index there (of Text and Title).
struct PhraseUse {
  std::uint32_t entry = 0;
  std::uint32_t phrase = 0;
  PhraseRole role = PhraseRole::Text;
};

/// In phrases: any number with points, as in "2.5".
inline constexpr std::string_view kVersionWord = "<version>";

/// Phrases by their words. Matching at one position costs at most as many steps as the longest phrase has words.
class PhraseTrie {
 public:
  PhraseTrie() : nodes_(1) {}

  /// A phrase without words is ignored.
  void add(std::string_view phrase, PhraseUse use);

  /// The number of a word of some phrase; 0 for all others. A number with points that is no such word has the number of
  /// kVersionWord, if that occurs in a phrase.
  std::uint32_t id_of(const std::string& word) const;

  /// Calls `found(end, use)` for every phrase that begins at `begin`; `end` is one past its last word.
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
