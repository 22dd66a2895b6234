// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/discover/segment_suggestions.h"

#include "shared/article/article_id.h"
#include "shared/index/records/stored_fields.h"
#include "shared/search/match/near_terms.h"
#include "shared/search/match/prefix_expansion.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace trawl::search {

std::vector<TitledArticle> SegmentSuggestions::newest(const MatchPtr& match, std::size_t limit) {
  using Dated = std::pair<std::int64_t, std::uint32_t>; // published, document
  std::vector<Dated> newest;                            // a heap, the oldest on top
  matcher_.find(match).for_each([&](std::uint32_t document) {
    const Dated dated{columns().published[document], document};
    if (newest.size() == limit && (limit == 0 || dated < newest.front())) return;
    newest.push_back(dated);
    std::ranges::push_heap(newest, std::greater());
    if (newest.size() <= limit) return;
    std::ranges::pop_heap(newest, std::greater());
    newest.pop_back();
  });
  std::ranges::sort_heap(newest, std::greater());
  std::vector<TitledArticle> out;
  Article article;
  for (const auto& [published, document] : newest) {
    if (matcher_.budget().passed()) break;
    if (index::unpack_stored_fields(columns().stored_document(document).stored_fields, article))
      out.push_back({article.id, article.title});
  }
  return out;
}

std::vector<std::string> SegmentSuggestions::continuations(const std::string& prefix, const MatchPtr&) {
  return expand_prefix(matcher_.view(), prefix, matcher_.budget());
}

std::vector<TermCount> SegmentSuggestions::values_with_word(std::string_view field, const std::string& prefix,
                                                            const MatchPtr& within, std::size_t limit) {
  std::vector<TermCount> out;
  const index::ValueColumn* column = columns().column(field);
  std::vector<std::uint32_t> ordinals = column == nullptr ? std::vector<std::uint32_t>() : column->with_word(prefix);
  if (ordinals.empty() || limit == 0) return out;
  std::vector<std::uint32_t> counts;
  if (within != everything()) {
    counts.resize(column->values.size());
    matcher_.find(within).for_each([&](std::uint32_t document) {
      for (const std::uint32_t ordinal : column->of(document)) ++counts[ordinal];
    });
  }
  const auto articles = [&](std::uint32_t ordinal) {
    return counts.empty() ? column->documents[ordinal] : counts[ordinal];
  };
  std::erase_if(ordinals, [&](std::uint32_t ordinal) { return articles(ordinal) == 0; });
  if (ordinals.size() > limit) { // only those as frequent as the last one are read
    const auto last = ordinals.begin() + static_cast<std::ptrdiff_t>(limit - 1);
    std::ranges::nth_element(ordinals, last, std::greater(), articles);
    const std::uint32_t least = articles(*last);
    std::erase_if(ordinals, [&](std::uint32_t ordinal) { return articles(ordinal) < least; });
  }
  for (const std::uint32_t ordinal : ordinals) out.push_back({std::string(column->values[ordinal]), articles(ordinal)});
  std::ranges::sort(out, [](const TermCount& a, const TermCount& b) {
    return a.articles != b.articles ? a.articles > b.articles : a.word < b.word;
  });
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::optional<std::string> SegmentSuggestions::nearest_beginning(const std::string& word) {
  return search::nearest_beginning(matcher_.view(), word, matcher_.budget());
}

} // namespace trawl::search
