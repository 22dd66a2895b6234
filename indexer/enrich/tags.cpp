// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/tags.h"

#include <algorithm>

namespace trawl::enrich {
namespace {

/// A list of tags without repetitions.
class TagList {
 public:
  void add(std::string label, std::string rule) {
    const bool known = std::ranges::any_of(tags_, [&](const AssignedLabel& tag) { return tag.label == label; });
    if (label.empty() || known || tags_.size() >= kMaxTags) return;
    tags_.push_back({std::move(label), std::move(rule)});
  }

  std::vector<AssignedLabel> take() { return std::move(tags_); }

 private:
  std::vector<AssignedLabel> tags_;
};

// A page with more keywords than this has the same ones on every page.
constexpr std::size_t kMaxTrustedNames = 12;

} // namespace

std::vector<AssignedLabel> choose_tags(const Topics& topics, const std::vector<TopicScore>& scores,
                                       const std::vector<std::string>& feed_categories,
                                       const std::vector<std::string>& page_keywords) {
  TagList tags;
  const auto add_scored = [&](bool in_title) {
    for (const TopicScore& score : scores) {
      if (score.kind != TopicKind::Tag || !score.is_certain || score.rule.starts_with("title") != in_title) continue;
      tags.add(score.label, "topics.json: " + score.rule);
    }
  };
  const auto add_named = [&](const std::vector<std::string>& names, const char* source) {
    if (names.size() > kMaxTrustedNames) return;
    for (const std::string& name : names) {
      // Some templates put the same keywords on every page, so the article must mention the topic.
      const std::string label = topics.label_for(TopicKind::Tag, name);
      const bool is_mentioned = std::ranges::any_of(
          scores, [&](const TopicScore& score) { return score.kind == TopicKind::Tag && score.label == label; });
      if (is_mentioned) tags.add(label, std::string(source) + ": " + name);
    }
  };
  add_scored(true);
  add_named(feed_categories, "feed");
  add_named(page_keywords, "page");
  add_scored(false);
  return tags.take();
}

} // namespace trawl::enrich
