// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_names.h"

#include "shared/article/article_id.h"

#include <algorithm>

namespace trawl {

std::vector<std::string> alias_ids(const Article& article) {
  std::vector<std::string> ids;
  for (const std::string& alias : article.aliases) ids.push_back(is_article_id(alias) ? alias : article_id(alias));
  std::ranges::sort(ids);
  ids.erase(std::ranges::unique(ids).begin(), ids.end());
  std::erase(ids, article.id);
  return ids;
}

} // namespace trawl
