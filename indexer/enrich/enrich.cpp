// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/enrich.h"

#include <algorithm>
#include <utility>

#include "indexer/enrich/category.h"
#include "indexer/enrich/tags.h"
#include "shared/base/utf8.h"
#include "shared/text/reading_time.h"

namespace trawl::enrich {
namespace {

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

} // namespace

void enrich(Article& article, const Topics& topics, const std::vector<std::string>& feed_categories,
            const std::vector<std::string>& page_keywords) {
  if (article.title.empty()) {
    article.title = first_words(article.text);
    if (article.title.empty()) article.title = article.url;
    replace_provenance(article, "title", "first words");
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

} // namespace trawl::enrich
