// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/enrich.h"

#include "shared/article/made_up_title.h"
#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"

#include <algorithm>
#include <utility>

namespace trawl::enrich {

namespace {

// A score this high comes from a strong phrase in the title, which counts more than keywords of the page.
constexpr double kStrongScore = 12;
// A keyword of the page needs this share of the threshold from the article's own words.
constexpr double kSupported = 0.5;
// A category that is not certain must be nearer to its threshold than the next one, by this share of it: what points to
// two points to none.
constexpr double kLead = 0.15;

// How often the rules were right on 300 articles of blogs that were judged by hand, rounded down.
constexpr int kStrongTitlePercent = 90;
constexpr int kCertainPercent = 85;
constexpr int kGuessPercent = 80;
constexpr int kFeedPercent = 85;
constexpr int kKeywordPercent = 70;

double share(const TopicScore& score) { return score.score / score.needed; }

/// The certain category with the highest score, else the one nearest to its threshold, if it leads; null without.
const TopicScore* best_category(const std::vector<TopicScore>& scores) {
  const TopicScore* best = nullptr;
  double second = 0;
  for (const TopicScore& score : scores) {
    if (score.kind != TopicKind::Category || !score.is_founded) continue;
    if (score.is_certain) return &score;
    const bool is_better = best == nullptr || share(score) > share(*best);
    if (best != nullptr) second = std::max(second, share(is_better ? *best : score));
    if (is_better) best = &score;
  }
  return best != nullptr && share(*best) - second >= kLead ? best : nullptr;
}

/// Whether the article's own words support the label. Keywords also name the tools that an article uses.
bool is_supported(const std::vector<TopicScore>& scores, const std::string& label) {
  return std::ranges::any_of(scores, [&](const TopicScore& score) {
    return score.kind == TopicKind::Category && score.label == label && score.score >= kSupported * score.needed;
  });
}

/// The first of `names` that means a category, if `accept` accepts it.
template <typename Accept>
std::optional<AssignedLabel> named_category(const Topics& topics, const std::vector<std::string>& names,
                                            const char* source, int percent, Accept accept) {
  for (const std::string& name : names) {
    const std::string label = topics.label_for(TopicKind::Category, name);
    if (!label.empty() && accept(label)) return AssignedLabel{label, std::string(source) + ": " + name, percent};
  }
  return std::nullopt;
}

constexpr std::size_t kTitleWords = 12;
constexpr std::size_t kTitleCodePoints = 80;

/// The first words of the first paragraph, with "…" if there are more.
std::string first_words(std::string_view text) {
  text = text.substr(0, text.find('\n', std::min(text.find_first_not_of(" \n"), text.size())));
  text = text.substr(std::min(text.find_first_not_of(" \n"), text.size()));
  std::size_t end = 0;
  for (std::size_t words = 0; words < kTitleWords && end < text.size(); ++words) {
    end = std::min(text.find(' ', end + 1), text.size());
  }
  const std::string_view cut = utf8::truncate(text.substr(0, end), kTitleCodePoints);
  std::string title(cut);
  if (cut.size() < text.size()) title += "…";
  return title;
}

void replace_provenance(Article& article, std::string_view field, std::string from, int confidence_percent = 0) {
  std::erase_if(article.provenance, [&](const Provenance& one) { return one.field == field; });
  if (!from.empty()) article.provenance.push_back({std::string(field), std::move(from), confidence_percent});
}

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

std::optional<AssignedLabel> choose_category(const Topics& topics, const std::vector<TopicScore>& scores,
                                             const std::vector<std::string>& feed_categories,
                                             const std::vector<std::string>& page_keywords) {
  const auto any = [](const std::string&) { return true; };
  if (auto label = named_category(topics, feed_categories, "feed", kFeedPercent, any)) return label;
  const TopicScore* best = best_category(scores);
  const bool is_strong = best != nullptr && best->score >= kStrongScore && best->rule.starts_with("title");
  if (!is_strong) {
    const auto supported = [&](const std::string& label) { return is_supported(scores, label); };
    if (auto label = named_category(topics, page_keywords, "page", kKeywordPercent, supported)) return label;
  }
  if (best == nullptr) return std::nullopt;
  if (!best->is_certain) return AssignedLabel{best->label, "guess: " + best->rule, kGuessPercent};
  return AssignedLabel{best->label, "topics.json: " + best->rule, is_strong ? kStrongTitlePercent : kCertainPercent};
}

void enrich(Article& article, const Topics& topics, const std::vector<std::string>& feed_categories,
            const std::vector<std::string>& page_keywords) {
  if (article.title.empty()) {
    article.title = first_words(article.text);
    if (article.title.empty()) article.title = article.url;
    replace_provenance(article, "title", std::string(kFirstWords));
  }
  if (article.words == 0) {
    const text::TextLength length = text::measure(article.text);
    article.words = length.words;
    article.reading_minutes = text::reading_minutes(length);
  }
  const std::vector<TopicScore> scores = topics.score(article.title, article.text);
  const auto category = choose_category(topics, scores, feed_categories, page_keywords);
  article.category = category ? category->label : std::string();
  replace_provenance(article, "category", category ? category->rule : std::string(),
                     category ? category->confidence_percent : 0);

  article.tags.clear();
  std::string rules;
  for (const AssignedLabel& tag : choose_tags(topics, scores, feed_categories, page_keywords)) {
    article.tags.push_back(tag.label);
    rules += (rules.empty() ? "" : "; ") + tag.label + " by " + tag.rule;
  }
  replace_provenance(article, "tags", std::move(rules));
}

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
