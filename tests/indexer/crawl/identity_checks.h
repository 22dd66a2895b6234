// SPDX-License-Identifier: GPL-3.0-or-later
/// What a history of a blog must not change: what is exported and stored.
#pragma once

#include "indexer/crawl/pipeline/export_row.h"
#include "shared/content/image_texts.h"
#include "shared/content/stored_content.h"

#include "tests/indexer/crawl/crawl_world.h"

namespace trawl::crawl::test_support {

/// The articles of a store by id.
using Articles = std::map<std::string, Article>;

inline Articles articles_of(store::Database& database) {
  Articles found;
  REQUIRE(store::ArticleStore(database).each(
      [&](std::string_view record) {
        auto one = from_record(record).value();
        found.emplace(one.id, std::move(one));
        return true;
      },
      store::Articles::All));
  return found;
}

using Rows = std::vector<std::string>;

inline const SourceLabels kLabels{{"blog", "The Blog"}, {"digest", "A Digest"}};

inline Rows exported(store::Database& database) {
  Rows rows;
  for (const auto& [id, article] : articles_of(database)) rows.push_back(to_export_row(article, kLabels));
  return rows;
}

/// Every field as stored: an export may forget one on both sides.
inline Rows records(store::Database& database) {
  Rows rows;
  for (const auto& [id, article] : articles_of(database)) rows.push_back(to_record(article));
  return rows;
}

/// The rows that `others` does not have, without their texts.
inline Rows without(Rows rows, const Rows& others) {
  std::erase_if(rows, [&](const std::string& row) { return std::ranges::find(others, row) != others.end(); });
  for (auto& row : rows) row.resize(std::min({row.find("\"text\":"), row.find('\n'), row.size()}));
  return rows;
}

/// Shows the rows that differ.
inline void check_equal(const Rows& now, const Rows& before) {
  CHECK(without(now, before) == without(before, now));
  CHECK((now == before));
}

inline bool has_provenance(const Article& article, std::string_view field) {
  return std::ranges::find(article.provenance, field, &Provenance::field) != article.provenance.end();
}

/// What holds for every article of the blog.
inline void check_complete(const Article& article) {
  INFO("article " << article.id << " at " << article.url);
  if (std::ranges::find(article.provenance, "page", &Provenance::from) == article.provenance.end()) return; // an entry
  CHECK((article.authors.empty() || has_provenance(article, "authors")));
  CHECK((!article.published || has_provenance(article, "published")));
  CHECK((!article.updated || has_provenance(article, "updated")));
  CHECK((article.category.empty() || has_provenance(article, "category")));
  CHECK(article.text.contains("() {\n\n\treturn 1;\n}"));
  CHECK(article.captions.size() == 1);
  const auto content = content::unpack(article.text, article.structure);
  REQUIRE(content);
  CHECK(content::image_texts(*content).size() == 1);
  for (const auto& copy : article.copies) CHECK((copy.title.empty() ? copy.url == article.url : copy.title.size() > 8));
}

} // namespace trawl::crawl::test_support
