// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/pending_store.h"

#include "indexer/store/compress.h"

namespace trawl::store {
namespace {

Pending read_pending(const Row& row) {
  return {.url = row.integer(0),
          .change = static_cast<int>(row.integer(1)),
          .is_new = row.integer(2) != 0,
          .since = row.moment(3),
          .seen = row.moment(4),
          .title = row.text(5),
          .stated = row.text(6),
          .print = std::string(row.view(7))};
}

} // namespace

Result<std::optional<Pending>> PendingStore::of(std::int64_t url) {
  std::optional<Pending> found;
  TRAWL_CHECK(db_->each("SELECT url, change, is_new, since, seen, title, stated, print FROM pending WHERE url = ?",
                        {url}, [&](const Row& row) {
                          found = read_pending(row);
                          return false;
                        }));
  return found;
}

Result<std::vector<Pending>> PendingStore::all() {
  std::vector<Pending> all;
  TRAWL_CHECK(db_->each("SELECT url, change, is_new, since, seen, title, stated, print FROM pending ORDER BY url", {},
                        [&](const Row& row) {
                          all.push_back(read_pending(row));
                          return true;
                        }));
  return all;
}

Result<void> PendingStore::save(const Pending& pending, const Input& input, std::string_view frame) {
  return db_->run(
      "INSERT OR REPLACE INTO pending(url, change, is_new, since, seen, title, stated, print, content_type, etag, "
      "last_modified, noindex, body) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
      {pending.url, std::int64_t{pending.change}, std::int64_t{pending.is_new}, to_seconds(pending.since),
       to_seconds(pending.seen), pending.title, pending.stated, Blob{pending.print}, input.content_type, input.etag,
       input.last_modified, std::int64_t{input.noindex}, Blob{frame}});
}

Result<std::optional<Input>> PendingStore::page(std::int64_t url) {
  std::optional<Input> found;
  Result<std::string> body;
  TRAWL_CHECK(
      db_->each("SELECT u.url, p.content_type, p.etag, p.last_modified, p.noindex, p.seen, p.body FROM pending p "
                "JOIN urls u ON u.id = p.url WHERE p.url = ? AND length(p.body) > 0",
                {url}, [&](const Row& row) {
                  found = Input{.kind = InputKind::Page,
                                .url = row.text(0),
                                .source = {},
                                .content_type = row.text(1),
                                .etag = row.text(2),
                                .last_modified = row.text(3),
                                .noindex = row.integer(4) != 0,
                                .first_seen = row.moment(5),
                                .fetched_at = row.moment(5),
                                .body = {}};
                  body = decompress(row.view(6));
                  return false;
                }));
  TRAWL_CHECK(body);
  if (found) found->body = std::move(*body);
  return found;
}

Result<void> PendingStore::drop(std::int64_t url) { return db_->run("DELETE FROM pending WHERE url = ?", {url}); }

} // namespace trawl::store
