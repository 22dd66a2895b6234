// SPDX-License-Identifier: GPL-3.0-or-later
/// What a history of a blog must not change: what is exported and stored, and how much is known of an article.
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

inline void check_no_worse(const std::optional<Date>& before, const std::optional<Date>& now) {
  CHECK((!before || now));
  if (!before || !now) return;
  INFO("was " << to_text(*before) << ", is " << to_text(*now));
  const auto difference = std::chrono::abs(before->time - now->time);
  const bool has_lost_time =
      before->precision == DatePrecision::Second && now->precision == DatePrecision::Day && difference <= 48h;
  CHECK_FALSE(has_lost_time);
  CHECK((difference == 0s || difference > 14h || now->precision != before->precision));
}

inline void check_no_worse(const Article& before, const Article& now) {
  CHECK_FALSE(now.title.empty());
  if (!before.copies.empty()) return; // what a copy added goes with the copy
  CHECK((before.authors.empty() || !now.authors.empty()));
  CHECK((before.image.empty() || !now.image.empty()));
  CHECK((before.tags.empty() || !now.tags.empty()));
  CHECK((before.category.empty() || !now.category.empty()));
  CHECK((before.language.empty() || !now.language.empty()));
  CHECK(now.indexed <= before.indexed);
  check_no_worse(before.published, now.published);
  check_no_worse(before.updated, now.updated);
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
