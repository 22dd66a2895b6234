// SPDX-License-Identifier: GPL-3.0-or-later
/// The vocabulary that gives articles their category and tags: schema/topics.json, or the user's own file.
///
/// {"categories": [entry…], "tags": [entry…]}; an entry is
///   label          the value given, [a-z0-9-]+; a category's is one of the ten
///   aliases        words of feeds and pages that mean this label ("GPUs", "open source"); compared folded
///   phrases        {"phrase": weight}: whole words anywhere, weighed by how often they occur per 1,000 words
///   title_phrases  {"phrase": weight}: whole words in the title only
///   requires       at least one of these phrases must occur somewhere, or the label is not given
///   excludes       occurrences of these phrases do not count for the phrases inside them ("training data")
///   rejects        if one of these phrases is in the title, the label is not given
///   title_factor   how much more a phrase counts in the title (default 4)
///   threshold      the least score that gives the label (default 4)
/// Phrases match folded: without case, with hyphens as blanks, "GPT4" as "GPT 4", and regardless of a plural s. The
/// phrase "<version>" is any number with points. What the text says counts at most kMostFromText; a label from the text
/// alone needs a quarter more than the threshold.
#pragma once

#include "shared/base/result.h"

#include <cstddef>
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
  double needed = 0;       ///< the score from which the label is certain
  bool is_certain = false; ///< the score reaches the threshold; otherwise the label is only mentioned
  std::string rule;        ///< the phrase that weighed most, and where: "title 'release notes'", "text 'cuda kernel'"
};

/// A vocabulary, ready to match. An immutable value, cheap to copy; shared between threads.
class Topics {
 public:
  /// Reads a topics file. BadInput: the error names `file_name`, the entry and the field.
  static Result<Topics> parse(std::string_view json, const std::string& file_name = "topics.json");

  /// Every label that a phrase speaks for, the strongest first; only certain ones are to be given. Linear in title and
  /// text; the first 64 KiB of the text are read. No label of `kind` is given twice.
  std::vector<TopicScore> score(std::string_view title, std::string_view text) const;

  /// The label a feed's or page's own category means, by label or alias; empty if none.
  std::string label_for(TopicKind kind, std::string_view name) const;

  /// All labels of a kind, in the file's order.
  std::vector<std::string> labels(TopicKind kind) const;

  struct Vocabulary; ///< defined in topics.cpp

 private:
  std::shared_ptr<const Vocabulary> vocabulary_;
};

} // namespace trawl::enrich
