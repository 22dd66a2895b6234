// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/enrich.h"

#include "shared/article/made_up_title.h"
#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"

#include <algorithm>
#include <utility>

namespace trawl::enrich {

namespace {

// A score this high comes from a strong phrase in the title, which counts more than the feed's category.
constexpr double kStrongScore = 12;
// A score below the threshold is enough if it is this share of the threshold, and this many times the second score.
constexpr double kNearlyCertain = 0.6;
constexpr double kLead = 1.5;
// A keyword of the page needs this share of the threshold from the article's own words.
constexpr double kSupported = 0.5;
// A score above this share of a threshold does not make a guess better.
constexpr double kMaxShare = 1.2;

// How often the rules were right on a sample of blog articles judged by hand, rounded.
constexpr int kStrongTitlePercent = 90;
constexpr int kCertainPercent = 85;
constexpr int kNearlyCertainPercent = 65;
constexpr int kFeedPercent = 85;
constexpr int kKeywordPercent = 70;
// The further a guess is ahead of the next label, the more often it is right.
constexpr double kTiePercent = 35;
constexpr double kPercentPerLead = 100;
constexpr double kBestGuessPercent = 75;
constexpr double kBlindGuessPercent = 45; // no phrase of the label occurs

const TopicScore* best_category(const std::vector<TopicScore>& scores) {
  const auto is_category = [](const TopicScore& score) { return score.kind == TopicKind::Category; };
  const auto certain =
      std::ranges::find_if(scores, [&](const TopicScore& score) { return is_category(score) && score.is_certain; });
  if (certain != scores.end()) return &*certain;
  const auto first = std::ranges::find_if(scores, is_category);
  if (first == scores.end() || first->score < kNearlyCertain * first->needed) return nullptr;
  const auto second = std::find_if(first + 1, scores.end(), is_category);
  return second == scores.end() || first->score >= kLead * second->score ? &*first : nullptr;
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

/// The label with the largest sum of its prior and its share of its threshold; nullopt if every sum is 0.
std::optional<AssignedLabel> guess_category(const Topics& topics, const std::vector<TopicScore>& scores) {
  const TopicScore* evidence = nullptr; // of the best label, if there is any
  std::string best;
  double best_sum = 0, second_sum = 0;
  for (const std::string& label : topics.labels(TopicKind::Category)) {
    const auto score = std::ranges::find_if(
        scores, [&](const TopicScore& one) { return one.kind == TopicKind::Category && one.label == label; });
    double sum = topics.prior(label);
    if (score != scores.end()) sum += std::min(score->score / score->needed, kMaxShare);
    if (sum <= best_sum) {
      second_sum = std::max(second_sum, sum);
      continue;
    }
    second_sum = best_sum;
    best_sum = sum;
    best = label;
    evidence = score == scores.end() ? nullptr : &*score;
  }
  if (best.empty()) return std::nullopt;
  const double most = evidence != nullptr ? kBestGuessPercent : kBlindGuessPercent;
  const double percent = std::min(kTiePercent + kPercentPerLead * (best_sum - second_sum), most);
  const std::string why = evidence != nullptr ? evidence->rule : "nothing points to another category";
  return AssignedLabel{std::move(best), "guess: " + why, static_cast<int>(percent)};
}

int percent_of(const TopicScore& score, bool is_strong) {
  return is_strong ? kStrongTitlePercent : score.is_certain ? kCertainPercent : kNearlyCertainPercent;
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
  const TopicScore* best = best_category(scores);
  const bool is_strong = best != nullptr && best->score >= kStrongScore && best->rule.starts_with("title");
  if (!is_strong) {
    const auto any = [](const std::string&) { return true; };
    if (auto label = named_category(topics, feed_categories, "feed", kFeedPercent, any)) return label;
    const auto supported = [&](const std::string& label) { return is_supported(scores, label); };
    if (auto label = named_category(topics, page_keywords, "page", kKeywordPercent, supported)) return label;
  }
  if (best == nullptr) return guess_category(topics, scores);
  return AssignedLabel{best->label, "topics.json: " + best->rule, percent_of(*best, is_strong)};
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
