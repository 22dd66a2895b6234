// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/pending_store.h"

#include "indexer/store/compress.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace trawl::crawl {
namespace {

static_assert(std::is_trivially_copyable_v<enrich::Fingerprint>); // it is stored as it is in memory

Showing read_showing(const store::Row& row) {
  Showing showing{.url = row.integer(0),
                  .change = static_cast<Change>(row.integer(1)),
                  .is_new = row.integer(2) != 0,
                  .since = row.moment(3),
                  .seen = row.moment(4),
                  .title = row.text(5),
                  .stated = row.text(6),
                  .text = {}};
  const auto print = row.view(7);
  std::memcpy(&showing.text, print.data(), std::min(sizeof showing.text, print.size()));
  return showing;
}

} // namespace

Result<std::optional<Showing>> PendingStore::of(std::int64_t url) {
  std::optional<Showing> found;
  TRAWL_CHECK(db_->each("SELECT url, change, is_new, since, seen, title, stated, print FROM pending WHERE url = ?",
                        {url}, [&](const store::Row& row) {
                          found = read_showing(row);
                          return false;
                        }));
  return found;
}

Result<std::vector<Showing>> PendingStore::all() {
  std::vector<Showing> all;
  TRAWL_CHECK(db_->each("SELECT url, change, is_new, since, seen, title, stated, print FROM pending ORDER BY url", {},
                        [&](const store::Row& row) {
                          all.push_back(read_showing(row));
                          return true;
                        }));
  return all;
}

Result<void> PendingStore::save(const Showing& showing, const store::Input& input, std::string_view frame) {
  std::string print(sizeof showing.text, '\0');
  std::memcpy(print.data(), &showing.text, sizeof showing.text);
  return db_->run(
      "INSERT OR REPLACE INTO pending(url, change, is_new, since, seen, title, stated, print, content_type, etag, "
      "last_modified, noindex, body) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
      {showing.url, static_cast<std::int64_t>(showing.change), std::int64_t{showing.is_new},
       store::to_seconds(showing.since), store::to_seconds(showing.seen), showing.title, showing.stated,
       store::Blob{print}, input.content_type, input.etag, input.last_modified, std::int64_t{input.noindex},
       store::Blob{frame}});
}

Result<std::optional<store::Input>> PendingStore::page(std::int64_t url) {
  std::optional<store::Input> found;
  Result<std::string> body;
  TRAWL_CHECK(
      db_->each("SELECT u.url, p.content_type, p.etag, p.last_modified, p.noindex, p.seen, p.body FROM pending p "
                "JOIN urls u ON u.id = p.url WHERE p.url = ? AND length(p.body) > 0",
                {url}, [&](const store::Row& row) {
                  found = store::Input{.kind = store::InputKind::Page,
                                       .url = row.text(0),
                                       .source = {},
                                       .content_type = row.text(1),
                                       .etag = row.text(2),
                                       .last_modified = row.text(3),
                                       .noindex = row.integer(4) != 0,
                                       .first_seen = row.moment(5),
                                       .fetched_at = row.moment(5),
                                       .body = {}};
                  body = store::decompress(row.view(6));
                  return false;
                }));
  TRAWL_CHECK(body);
  if (found) found->body = std::move(*body);
  return found;
}

Result<void> PendingStore::drop(std::int64_t url) { return db_->run("DELETE FROM pending WHERE url = ?", {url}); }

} // namespace trawl::crawl
