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
/// Phrases match folded: without case, with hyphens as spaces, "GPT4" as "GPT 4", and regardless of a plural s. The
/// phrase "<version>" is any number with points. The text adds at most 8 to the score; a topic that only the text
/// mentions needs a quarter more than the threshold; a category needs two of its phrases there, as any one may be a
/// habit of the author or the language ("in this post"), and a tag three mentions. Of a phrase of weight 4 or more one
/// is enough: that is the publisher's own name for the topic (cs.CV).
#pragma once

#include "shared/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::enrich {

enum class TopicKind : std::uint8_t { Category, Tag };

/// How strongly an article is about one label.
struct TopicScore {
  std::string label;
  TopicKind kind = TopicKind::Tag;
  double score = 0;
  double needed = 0;       ///< the minimum score with which the label is certain
  bool is_certain = false; ///< score >= needed and is_founded; otherwise the topic is only mentioned
  bool is_founded = false; ///< the title says so, or two phrases of a category or three mentions of a tag
  std::string rule;        ///< the phrase with the most weight, and where it is: "title 'release notes'"
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

  struct Vocabulary; ///< defined in topics.cpp

 private:
  std::shared_ptr<const Vocabulary> vocabulary_;
};

} // namespace trawl::enrich
