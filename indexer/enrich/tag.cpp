// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/tag.h"

#include <algorithm>

namespace trawl::enrich {
namespace {

class Tags {
 public:
  void add(std::string label, std::string rule) {
    const bool known = std::ranges::any_of(tags_, [&](const Labelled& tag) { return tag.label == label; });
    if (label.empty() || known || tags_.size() >= kMaxTags) return;
    tags_.push_back({std::move(label), std::move(rule)});
  }

  std::vector<Labelled> take() { return std::move(tags_); }

 private:
  std::vector<Labelled> tags_;
};

// Pages that list more names than this tag everything with everything.
constexpr std::size_t kMaxTrustedNames = 12;

} // namespace

std::vector<Labelled> tags_of(const Topics& topics, const std::vector<TopicScore>& scores,
                              const std::vector<std::string>& feed_categories,
                              const std::vector<std::string>& page_keywords) {
  Tags tags;
  const auto scored = [&](bool in_title) {
    for (const TopicScore& score : scores) {
      if (score.kind != TopicKind::Tag || !score.is_certain || score.rule.starts_with("title") != in_title) continue;
      tags.add(score.label, "topics.json: " + score.rule);
    }
  };
  const auto named = [&](const std::vector<std::string>& names, const char* source) {
    if (names.size() > kMaxTrustedNames) return;
    for (const std::string& name : names) {
      // Some templates put the same keywords on every page: the text must mention it, too.
      const std::string label = topics.label_for(TopicKind::Tag, name);
      const bool is_mentioned = std::ranges::any_of(
          scores, [&](const TopicScore& score) { return score.kind == TopicKind::Tag && score.label == label; });
      if (is_mentioned) tags.add(label, std::string(source) + ": " + name);
    }
  };
  scored(true);
  named(feed_categories, "feed");
  named(page_keywords, "page");
  scored(false);
  return tags.take();
}

} // namespace trawl::enrich
