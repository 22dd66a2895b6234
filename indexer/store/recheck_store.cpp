// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/recheck_store.h"

#include "indexer/store/url_store.h"

namespace trawl::store {
namespace {

std::optional<Moment> moment_or_null(const Row& row, int column) {
  return row.is_null(column) ? std::nullopt : std::optional(row.moment(column));
}

Recheck to_recheck(const Row& row) {
  return {.url = row.integer(0),
          .due_at = moment_or_null(row, 1),
          .checked_at = row.moment(2),
          .misses = static_cast<int>(row.integer(3)),
          .missed_at = row.moment(4),
          .gone_since = moment_or_null(row, 5)};
}

Value value_or_null(const std::optional<Moment>& moment) {
  return moment ? Value(to_seconds(*moment)) : Value(nullptr);
}

constexpr const char* kRechecks = "SELECT url, due_at, checked_at, misses, missed_at, gone_since FROM rechecks ";

} // namespace

Result<Recheck> RecheckStore::of(std::int64_t url) {
  Recheck found{.url = url};
  TRAWL_CHECK(db_->each((std::string(kRechecks) + "WHERE url = ?").c_str(), {url}, [&](const Row& row) {
    found = to_recheck(row);
    return false;
  }));
  return found;
}

Result<void> RecheckStore::save(const Recheck& recheck) {
  return db_->run("INSERT OR REPLACE INTO rechecks VALUES(?,?,?,?,?,?)",
                  {recheck.url, value_or_null(recheck.due_at), to_seconds(recheck.checked_at),
                   std::int64_t{recheck.misses}, to_seconds(recheck.missed_at), value_or_null(recheck.gone_since)});
}

Result<std::vector<std::int64_t>> RecheckStore::due(std::string_view source, Moment now, std::size_t limit) {
  std::vector<std::int64_t> urls;
  TRAWL_CHECK(db_->each("SELECT url FROM rechecks r WHERE due_at <= ? AND EXISTS "
                        "(SELECT 1 FROM links l WHERE l.url = r.url AND l.source = ?) "
                        "ORDER BY checked_at > 0, misses = 0 OR gone_since IS NOT NULL, due_at, url LIMIT ?",
                        {to_seconds(now), source, static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          urls.push_back(row.integer(0));
                          return true;
                        }));
  return urls;
}

Result<std::optional<std::int64_t>> RecheckStore::last_there(std::string_view source, std::string_view host,
                                                             std::int64_t except) {
  std::optional<std::int64_t> found;
  TRAWL_CHECK(
      db_->each("SELECT r.url FROM rechecks r JOIN urls u ON u.id = r.url WHERE u.state = ? AND r.misses = 0 AND "
                "r.missed_at = 0 AND r.gone_since IS NULL AND EXISTS (SELECT 1 FROM links l WHERE l.url = r.url "
                "AND l.source = ?) AND substr(u.url, 1, length(?3)) = ?3 AND r.url <> ? ORDER BY r.checked_at DESC, "
                "r.url LIMIT 1",
                {static_cast<std::int64_t>(UrlState::Stored), source, host, except}, [&](const Row& row) {
                  found = row.integer(0);
                  return false;
                }));
  return found;
}

Result<std::vector<Recheck>> RecheckStore::others(std::string_view source, Moment checked) {
  std::vector<Recheck> found;
  const std::string sql = std::string(kRechecks) +
                          "WHERE due_at > 0 AND misses = 0 AND gone_since IS NULL AND checked_at > 0 AND "
                          "checked_at < ? AND url IN (SELECT u.id FROM links l JOIN urls u ON u.id = l.url "
                          "WHERE l.source = ? AND u.state = ?)";
  TRAWL_CHECK(db_->each(sql.c_str(), {to_seconds(checked), source, static_cast<std::int64_t>(UrlState::Stored)},
                        [&](const Row& row) {
                          found.push_back(to_recheck(row));
                          return true;
                        }));
  return found;
}

Result<bool> RecheckStore::is_listed(std::int64_t url, Moment since) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM links l JOIN seeds s ON s.url = l.seed "
                                          "WHERE l.url = ? AND l.listed AND s.succeeded_at >= ?",
                                          {url, to_seconds(since)}));
  return count > 0;
}

Result<bool> RecheckStore::lists_more(std::string_view seed, std::string_view other, Moment since) {
  TRAWL_TRY(const auto found,
            db_->number("SELECT EXISTS(SELECT 1 FROM links l JOIN urls u ON u.id = l.url WHERE l.seed = ?1 AND "
                        "l.listed AND u.state = ?2 AND NOT EXISTS (SELECT 1 FROM links o JOIN seeds s ON "
                        "s.url = o.seed WHERE o.url = l.url AND o.seed = ?3 AND o.listed AND "
                        "s.succeeded_at >= ?4))",
                        {seed, static_cast<std::int64_t>(UrlState::Stored), other, to_seconds(since)}));
  return found != 0;
}

Result<std::map<std::string, std::int64_t>> RecheckStore::gone() {
  std::map<std::string, std::int64_t> gone;
  TRAWL_CHECK(db_->each("SELECT m.source, count(*) FROM gone g JOIN articles a ON a.id = g.id "
                        "JOIN members m ON m.input = a.member GROUP BY m.source",
                        {}, [&](const Row& row) {
                          gone[row.text(0)] = row.integer(1);
                          return true;
                        }));
  return gone;
}

Result<SourceLooks> RecheckStore::looks(std::string_view source) {
  SourceLooks found{.source = std::string(source)};
  TRAWL_CHECK(db_->each("SELECT day, requests, answered_at FROM looks WHERE source = ?", {source}, [&](const Row& row) {
    found.day = row.moment(0);
    found.requests = static_cast<int>(row.integer(1));
    found.answered_at = row.moment(2);
    return false;
  }));
  return found;
}

Result<void> RecheckStore::save_looks(const SourceLooks& looks) {
  return db_->run("INSERT OR REPLACE INTO looks VALUES(?,?,?,?)",
                  {looks.source, to_seconds(looks.day), std::int64_t{looks.requests}, to_seconds(looks.answered_at)});
}

} // namespace trawl::store
