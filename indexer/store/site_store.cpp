// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/site_store.h"

#include "indexer/store/input_store.h"
#include "indexer/store/url_store.h"

namespace trawl::store {
namespace {

constexpr auto kPage = static_cast<std::int64_t>(InputKind::Page);

// The addresses of an origin are those between these two: '0' follows '/'.
std::string first_address(std::string_view origin) { return std::string(origin) + "/"; }
std::string after_last_address(std::string_view origin) { return std::string(origin) + "0"; }

} // namespace

Result<void> SiteStore::note_change(std::string_view origin) {
  return db_->run("INSERT INTO sites(origin, changed) VALUES(?, 1) ON CONFLICT(origin) DO UPDATE SET changed = 1",
                  {origin});
}

Result<std::vector<std::string>> SiteStore::changed() {
  std::vector<std::string> origins;
  TRAWL_CHECK(db_->each("SELECT origin FROM sites WHERE changed ORDER BY origin", {}, [&](const Row& row) {
    origins.push_back(row.text(0));
    return true;
  }));
  return origins;
}

Result<void> SiteStore::forget_changed() { return db_->run("UPDATE sites SET hash = '' WHERE changed", {}); }

Result<std::string> SiteStore::hash(std::string_view origin) {
  std::string hash;
  TRAWL_CHECK(db_->each("SELECT hash FROM sites WHERE origin = ?", {origin}, [&](const Row& row) {
    hash = row.text(0);
    return false;
  }));
  return hash;
}

Result<void> SiteStore::save_hash(std::string_view origin, std::string_view hash) {
  return db_->run("INSERT OR REPLACE INTO sites(origin, hash, changed) VALUES(?, ?, 0)", {origin, hash});
}

Result<std::vector<std::string>> SiteStore::pages(std::string_view origin) {
  std::vector<std::string> urls;
  const std::string first = first_address(origin), end = after_last_address(origin);
  TRAWL_CHECK(db_->each("SELECT url FROM inputs WHERE url >= ? AND url < ? AND kind = ?", {first, end, kPage},
                        [&](const Row& row) {
                          urls.push_back(row.text(0));
                          return true;
                        }));
  return urls;
}

Result<std::vector<std::string>> SiteStore::all_pages() {
  std::vector<std::string> urls;
  TRAWL_CHECK(db_->each("SELECT url FROM inputs WHERE kind = ? ORDER BY url", {kPage}, [&](const Row& row) {
    urls.push_back(row.text(0));
    return true;
  }));
  return urls;
}

Result<void> SiteStore::make_stale(std::string_view origin) {
  const std::string first = first_address(origin), end = after_last_address(origin);
  return db_->run("UPDATE urls SET stale = 1 WHERE url >= ? AND url < ? AND state <> ? AND "
                  "EXISTS(SELECT 1 FROM inputs WHERE inputs.url = urls.url AND kind = ?)",
                  {first, end, static_cast<std::int64_t>(UrlState::Failed), kPage});
}

} // namespace trawl::store
