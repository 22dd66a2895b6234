// SPDX-License-Identifier: GPL-3.0-or-later
/// Computes the score of one topic for one article.
#pragma once

#include "indexer/enrich/phrase_trie.h"
#include "indexer/enrich/topic_entries.h"
#include "indexer/enrich/topics.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace trawl::enrich {

/// An occurrence of a phrase: words [begin, end) of the title or the text.
struct PhraseMatch {
  std::uint32_t begin, end;
  PhraseUse use;
};

class TopicScorer {
 public:
  /// `entry` must outlive the scorer. `words`: the number of words in the text.
  TopicScorer(const TopicEntry& entry, std::uint32_t words) : entry_(entry), words_(words) {}

  void add(const PhraseMatch& match, bool in_title);

  /// nullopt if no phrase of the topic occurs, or the topic is rejected or lacks a required phrase.
  std::optional<TopicScore> score() const;

 private:
  /// How often one phrase occurs.
  struct Counts {
    std::uint32_t in_title = 0;
    std::uint32_t in_text = 0;
    bool in_lead = false;
  };

  double text_frequency(const Counts& counts) const;

  const TopicEntry& entry_;
  std::uint32_t words_;
  std::unordered_map<std::uint32_t, Counts> counts_; ///< by index in TopicEntry::phrases
  bool has_required_ = false;
  bool is_rejected_ = false;
};

} // namespace trawl::enrich
