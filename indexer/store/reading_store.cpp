// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/reading_store.h"

#include "indexer/store/compress.h"

#include <algorithm>

namespace trawl::store {
namespace {

std::int64_t number_of(News news) { return static_cast<std::int64_t>(news); }

/// `input`, `key`: columns of an input that may be missing.
std::optional<std::string> key_of(const Row& row, int input, int key) {
  return row.is_null(input) ? std::nullopt : std::optional(row.text(key));
}

} // namespace

Result<void> ReadingStore::save(std::int64_t input, std::string_view key) {
  return db_->run("INSERT OR REPLACE INTO readings(input, key) VALUES(?, ?)", {input, key});
}

Result<void> ReadingStore::note(News news, std::int64_t url) {
  return db_->run("INSERT OR IGNORE INTO news(kind, source) SELECT ?, source FROM links WHERE url = ?",
                  {number_of(news), url});
}

Result<void> ReadingStore::note(News news, std::string_view source) {
  return db_->run("INSERT OR IGNORE INTO news(kind, source) VALUES(?, ?)", {number_of(news), source});
}

Result<void> ReadingStore::note_all() {
  return db_->run("INSERT OR IGNORE INTO news(kind, source) SELECT DISTINCT ?, source FROM links",
                  {number_of(News::Links)});
}

Result<std::vector<std::string>> ReadingStore::sources(News news) {
  std::vector<std::string> sources;
  TRAWL_CHECK(
      db_->each("SELECT source FROM news WHERE kind = ? ORDER BY source", {number_of(news)}, [&](const Row& row) {
        sources.push_back(row.text(0));
        return true;
      }));
  return sources;
}

Result<void> ReadingStore::end(News news, std::string_view source) {
  return db_->run("DELETE FROM news WHERE kind = ? AND source = ?", {number_of(news), source});
}

Result<void> ReadingStore::end_all() { return db_->run("DELETE FROM news"); }

Result<bool> ReadingStore::has_news() {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM news"));
  return count > 0;
}

Result<std::vector<ReadAddress>> ReadingStore::addresses(std::string_view source) {
  const std::string ids = "(SELECT url FROM links WHERE source = ?1 UNION SELECT a.id FROM members n "
                          "JOIN inputs i ON i.id = n.input JOIN urls a ON a.url = i.url WHERE n.source = ?1)";
  std::vector<ReadAddress> addresses;
  TRAWL_CHECK(db_->each("SELECT u.id, u.url, u.state, u.due_at IS NOT NULL, p.id, pr.key, e.id, er.key, "
                        "ifnull(m.claim, ''), ifnull(m.source, '') FROM urls u "
                        "LEFT JOIN inputs p ON p.url = u.url AND p.kind = 0 "
                        "LEFT JOIN readings pr ON pr.input = p.id "
                        "LEFT JOIN inputs e ON e.url = u.url AND e.kind = 2 "
                        "LEFT JOIN readings er ON er.input = e.id "
                        "LEFT JOIN members m ON m.input = ifnull(p.id, e.id) WHERE u.id IN " +
                            ids + " ORDER BY u.id",
                        {source}, [&](const Row& row) {
                          addresses.push_back({.id = row.integer(0),
                                               .url = row.text(1),
                                               .state = static_cast<UrlState>(row.integer(2)),
                                               .is_due = row.integer(3) != 0,
                                               .page = key_of(row, 4, 5),
                                               .entry = key_of(row, 6, 7),
                                               .claim = row.text(8),
                                               .source = row.text(9),
                                               .links = {}});
                          return true;
                        }));
  auto address = addresses.begin();
  bool is_whole = true;
  TRAWL_CHECK(db_->each("SELECT url, source, seed, CASE WHEN length(signal) > 0 THEN hash ELSE '' END, since "
                        "FROM links WHERE url IN " +
                            ids +
                            " UNION ALL SELECT u.id, i.source, i.url, '', 0 FROM urls u "
                            "JOIN inputs i ON i.url = u.url AND i.kind = 1 WHERE u.id IN " +
                            ids + " ORDER BY 1, 2, 3",
                        {source}, [&](const Row& row) {
                          const auto is_it = [&](const ReadAddress& one) { return one.id == row.integer(0); };
                          address = std::find_if(address, addresses.end(), is_it);
                          is_whole = address != addresses.end();
                          if (!is_whole) return false;
                          const auto since = row.is_null(4) ? DiscoveredLink::kNew : row.integer(4);
                          address->links.push_back({row.text(1), row.text(2), row.text(3), since});
                          return true;
                        }));
  if (!is_whole) return damaged_store("a stored link has lost its address");
  return addresses;
}

} // namespace trawl::store
