// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles from JSON Lines in the import format, for benchmarks: no checks, no enrichment, what is measured comes
/// after.
#pragma once

#include "shared/article/article.h"
#include "shared/article/article_id.h"

#include <algorithm>
#include <istream>
#include <string>

#include <nlohmann/json.hpp>

namespace trawl::bench {

inline Article article_from_json(const std::string& line) {
  const auto json = nlohmann::json::parse(line);
  Article article;
  article.url = json.at("url");
  article.id = article_id(article.url);
  article.title = json.at("title");
  article.source = json.at("source");
  article.authors = json.value("authors", std::vector<std::string>{});
  article.tags = json.value("tags", std::vector<std::string>{});
  article.text = json.at("text");
  article.language = "en";
  if (json.contains("published") && json["published"].is_string()) {
    article.published = parse_rfc3339(json["published"].get<std::string>());
  }
  const std::size_t host = article.url.find("://") + 3;
  article.site = article.url.substr(host, article.url.find('/', host) - host);
  article.words = static_cast<std::size_t>(std::ranges::count(article.text, ' ')) + 1;
  return article;
}

/// Calls `visit(article)` for each line.
template <typename Visit>
void for_each_article(std::istream& in, Visit visit) {
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty()) visit(article_from_json(line));
  }
}

} // namespace trawl::bench
