// SPDX-License-Identifier: GPL-3.0-or-later
/// The vocabulary that assigns categories and tags to articles: schema/topics.json, or the user's own file.
///
/// {"categories": [entry…], "tags": [entry…]}; the fields of an entry are
///   label          the value to assign, [a-z0-9-]+; a category's is one of the ten
///   aliases        words of feeds and pages that mean this label ("GPUs", "open source"); compared folded
///   phrases        {"phrase": weight}: whole words anywhere, weighted by their occurrences per 1,000 words
///   title_phrases  {"phrase": weight}: whole words in the title only
///   requires       at least one of these phrases must occur somewhere, or the label is not assigned
///   excludes       phrases inside occurrences of these do not count ("training data")
///   rejects        if one of these phrases is in the title, the label is not assigned
///   title_factor   how many times more a phrase counts in the title (default 4)
///   threshold      the minimum score that assigns the label (default 4)
///   prior          of a category: how likely it is before the text is read, as a share of the threshold (default 0);
///                  if no category is certain, the one with the highest sum of prior and score is guessed
/// Phrases match folded: without case, with hyphens as spaces, "GPT4" as "GPT 4", and regardless of a plural s. The
/// phrase "<version>" is any number with points. The text adds at most 8 to the score; a topic that only the text
/// mentions needs a quarter more than the threshold.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::enrich {

/// Reads the words of a text one by one. A word is a run of letters, case folded, without a plural s and "'s"; or a
/// number with its points ("2.5"). So "GPT4" and "GPT-4" are the same two words. A character of a script without spaces
/// and a Hangul syllable are words, so that phrases are found inside longer runs and before particles.
class TopicWords {
 public:
  explicit TopicWords(std::string_view text) : text_(text) {}

  /// Sets `word` to the next word; false at the end.
  bool next(std::string& word);

 private:
  void skip_genitive();

  std::string_view text_;
  std::size_t at_ = 0;
};

/// A trie of words that finds all phrases of all topics in one pass over a text.
enum class PhraseRole : std::uint8_t { Text, Title, Require, Exclude, Reject };

/// One entry's use of a phrase. `phrase`: its index in TopicEntry::phrases (Text and Title only).
struct PhraseUse {
  std::uint32_t entry = 0;
  std::uint32_t phrase = 0;
  PhraseRole role = PhraseRole::Text;
};

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

/// Parses the entries of a topics file.
struct TopicPhrase {
  std::string text;
  double weight = 1;
  bool title_only = false;
};

enum class TopicKind : std::uint8_t { Category, Tag };

/// One entry of the file; topics.h explains the fields.
struct TopicEntry {
  TopicKind kind = TopicKind::Tag;
  std::string label;
  std::vector<std::string> aliases;
  std::vector<TopicPhrase> phrases;
  std::vector<std::string> requirements, exclusions, rejections;
  bool has_requirements = false;
  double title_factor = 4;
  double threshold = 4;
  double prior = 0;
};

/// The entries in the order of the file, categories first. BadInput: the error names `file_name`, the entry and the
/// field.
Result<std::vector<TopicEntry>> parse_topic_entries(std::string_view json, const std::string& file_name);

/// An occurrence of a phrase: words [begin, end) of the title or the text.
struct PhraseMatch {
  std::uint32_t begin, end;
  PhraseUse use;
};

/// How strongly an article is about one label.
struct TopicScore {
  std::string label;
  TopicKind kind = TopicKind::Tag;
  double score = 0;
  double needed = 0;       ///< the minimum score with which the label is certain
  bool is_certain = false; ///< score >= needed; otherwise the topic is only mentioned
  std::string rule;        ///< the phrase with the most weight, and where it is: "title 'release notes'"
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

/// A vocabulary, ready to match. An immutable value, cheap to copy, safe to share between threads.
class Topics {
 public:
  /// Reads a topics file. BadInput: the error names `file_name`, the entry and the field.
  static Result<Topics> parse(std::string_view json, const std::string& file_name = "topics.json");

  /// The scores of all labels with at least one phrase that occurs, the highest first. A label occurs at
  /// most once per kind. Reads the first 64 KiB of the text. Linear.
  std::vector<TopicScore> score(std::string_view title, std::string_view text) const;

  /// The label that a category of a feed or a keyword of a page means, by label or alias; empty if there is none.
  std::string label_for(TopicKind kind, std::string_view name) const;

  /// The prior of a category; 0 if there is no such category.
  double prior(std::string_view category) const;

  /// All labels of a kind, in the order of the file.
  std::vector<std::string> labels(TopicKind kind) const;

  struct Vocabulary; ///< defined in topics.cpp

 private:
  std::shared_ptr<const Vocabulary> vocabulary_;
};

} // namespace trawl::enrich
