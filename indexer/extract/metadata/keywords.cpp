// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/keywords.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "indexer/extract/metadata/metadata_text.h"

namespace trawl::extract {
namespace {

constexpr std::size_t kMaxKeywords = 60;
constexpr std::size_t kMaxKeywordBytes = 100;

void add_keyword_list(std::vector<std::string>& keywords, std::string_view list) {
  const char separator = list.contains(',') ? ',' : ';';
  for (std::size_t at = 0; at <= list.size();) {
    const auto end = std::min(list.find(separator, at), list.size());
    add_keyword(keywords, list.substr(at, end - at));
    at = end + 1;
  }
}

} // namespace

void add_keyword(std::vector<std::string>& keywords, std::string_view text) {
  std::string word = clean_value(text);
  if (word.empty() || word.size() > kMaxKeywordBytes || keywords.size() >= kMaxKeywords) return;
  if (std::ranges::find(keywords, word) == keywords.end()) keywords.push_back(std::move(word));
}

std::vector<std::string> page_keywords(const MetadataSignals& signals, const JsonLdItem* item) {
  std::vector<std::string> keywords;
  for (const MetaElement& meta : signals.metas) {
    if (meta.name == "article:tag") add_keyword(keywords, meta.content);
    const bool is_list = meta.name == "keywords" || meta.name == "news_keywords" || meta.name == "sailthru.tags" ||
                         meta.name == "parsely-tags" || meta.name == "citation_keywords";
    if (is_list) add_keyword_list(keywords, meta.content);
  }
  if (item != nullptr) {
    for (const std::string& keyword : item->keywords) add_keyword(keywords, keyword);
  }
  for (const std::string& tag : signals.tag_links) add_keyword(keywords, tag);
  return keywords;
}

} // namespace trawl::extract
