// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/url_store.h"

#include "indexer/store/compress.h"
#include "indexer/store/reading_store.h"
#include "shared/base/sha256.h"

namespace trawl::store {
namespace {

UrlRow read_url(const Row& row) {
  UrlRow url{.id = row.integer(0),
             .url = row.text(1),
             .state = static_cast<UrlState>(row.integer(2)),
             .target = row.integer(3),
             .due_at = std::nullopt,
             .modified_hint = row.moment(5),
             .failures = static_cast<int>(row.integer(6)),
             .code = row.text(7)};
  if (!row.is_null(4)) url.due_at = row.moment(4);
  return url;
}

std::string select_urls(std::string_view rest) {
  return std::string("SELECT id, url, state, target, due_at, modified_hint, failures, code FROM urls ").append(rest);
}

constexpr std::string_view kSignal = "signal", kNothing = "''",
                           kHash = "CASE WHEN length(signal) > 0 THEN hash ELSE '' END";

/// `signal`: SQL for the signal, which is compressed if that is its column, or for what stands in its place. `id`: SQL
/// for the id of the URL of this key. A row that the user has imported is a link, too.
Result<void> read_links(Database& db, std::string_view signal, std::string_view id, Value key,
                        std::vector<DiscoveredLink>& links) {
  Result<void> result;
  const auto sql = std::string("SELECT source, seed, ")
                       .append(signal)
                       .append(", since FROM links WHERE url = ")
                       .append(id)
                       .append(" UNION ALL SELECT i.source, i.url, '', 0 FROM urls u JOIN inputs i ON i.url = u.url "
                               "WHERE i.kind = 1 AND u.id = ")
                       .append(id)
                       .append(" ORDER BY 1, 2");
  TRAWL_CHECK(db.each(sql, {key}, [&](const Row& row) {
    auto said = signal == kSignal && !row.view(2).empty() ? decompress(row.view(2)) : Result<std::string>(row.text(2));
    if (!said) {
      result = std::unexpected(said.error());
      return false;
    }
    links.push_back(
        {row.text(0), row.text(1), std::move(*said), row.is_null(3) ? DiscoveredLink::kNew : row.integer(3)});
    return true;
  }));
  return result;
}

} // namespace

Result<UrlRow> UrlStore::url(std::string_view url) {
  TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO urls(url, due_at) VALUES(?, 0)", {url}));
  UrlRow found;
  TRAWL_CHECK(db_->each(select_urls("WHERE url = ?"), {url}, [&](const Row& row) {
    found = read_url(row);
    return false;
  }));
  return found;
}

Result<bool> UrlStore::is_known(std::string_view url) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM urls WHERE url = ?", {url}));
  return count > 0;
}

Result<UrlRow> UrlStore::url(std::int64_t id) {
  UrlRow found;
  TRAWL_CHECK(db_->each(select_urls("WHERE id = ?"), {id}, [&](const Row& row) {
    found = read_url(row);
    return false;
  }));
  if (found.id == 0) return fail(ErrorCode::Internal, "a URL's row is missing", std::to_string(id));
  return found;
}

Result<void> UrlStore::save_url(const UrlRow& row) {
  const Value target = row.target == 0 ? Value(nullptr) : Value(row.target);
  const Value due = row.due_at ? Value(to_seconds(*row.due_at)) : Value(nullptr);
  return db_->run(
      "UPDATE urls SET state = ?, target = ?, due_at = ?, modified_hint = ?, failures = ?, code = ? WHERE id = ?",
      {static_cast<std::int64_t>(row.state), target, due, to_seconds(row.modified_hint), std::int64_t{row.failures},
       row.code, row.id});
}

Result<std::vector<UrlRow>> UrlStore::due_urls(Moment now, Moment beyond, std::int64_t after, std::size_t limit) {
  std::vector<UrlRow> rows;
  TRAWL_CHECK(db_->each(select_urls("WHERE id > ? AND (due_at <= ? OR due_at > ?) ORDER BY id LIMIT ?"),
                        {after, to_seconds(now), to_seconds(beyond), static_cast<std::int64_t>(limit)},
                        [&](const Row& row) {
                          rows.push_back(read_url(row));
                          return true;
                        }));
  return rows;
}

Result<std::optional<Moment>> UrlStore::next_due_url(Moment after) {
  std::optional<Moment> due;
  TRAWL_CHECK(db_->each("SELECT min(due_at) FROM urls WHERE due_at > ?", {to_seconds(after)}, [&](const Row& row) {
    if (!row.is_null(0)) due = row.moment(0);
    return false;
  }));
  return due;
}

Result<bool> UrlStore::save_link(std::int64_t url, const DiscoveredLink& link) {
  const auto hash = sha256_hex(link.signal, 8);
  TRAWL_CHECK(
      db_->run("INSERT INTO links(url, source, seed, hash, signal) VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET "
               "hash = excluded.hash, signal = excluded.signal WHERE hash <> excluded.hash",
               {url, link.source, link.seed, hash, Blob{link.signal.empty() ? std::string() : compress(link.signal)}}));
  if (db_->changes() == 0) return false;
  TRAWL_CHECK(ReadingStore(*db_).note(News::Links, link.source));
  return true;
}

Result<std::string> UrlStore::former_signal(std::int64_t url, const DiscoveredLink& link) {
  Result<std::string> former;
  TRAWL_CHECK(db_->each("SELECT signal FROM links WHERE url = ? AND source = ? AND seed = ? AND hash <> ? AND "
                        "length(signal) > 0",
                        {url, link.source, link.seed, sha256_hex(link.signal, 8)}, [&](const Row& row) {
                          former = decompress(row.view(0));
                          return false;
                        }));
  return former;
}

Result<std::vector<std::int64_t>> UrlStore::set_listed(std::string_view seed, const std::set<std::int64_t>& urls) {
  std::vector<std::int64_t> changed;
  TRAWL_CHECK(db_->each("SELECT url, listed FROM links WHERE seed = ?", {seed}, [&](const Row& row) {
    if (urls.contains(row.integer(0)) != (row.integer(1) != 0)) changed.push_back(row.integer(0));
    return true;
  }));
  for (const auto url : changed) {
    TRAWL_CHECK(db_->run("UPDATE links SET listed = NOT listed WHERE url = ? AND seed = ?", {url, seed}));
  }
  return changed;
}

Result<std::vector<DiscoveredLink>> UrlStore::inlinks(std::int64_t url) {
  std::vector<DiscoveredLink> links;
  TRAWL_CHECK(read_links(*db_, kSignal, "?1", url, links));
  return links;
}

Result<std::vector<DiscoveredLink>> UrlStore::inlinks(std::string_view url) {
  std::vector<DiscoveredLink> links;
  TRAWL_CHECK(read_links(*db_, kSignal, "(SELECT id FROM urls WHERE url = ?1)", url, links));
  return links;
}

Result<std::vector<DiscoveredLink>> UrlStore::bare_inlinks(std::int64_t url) {
  std::vector<DiscoveredLink> links;
  TRAWL_CHECK(read_links(*db_, kNothing, "?1", url, links));
  return links;
}

Result<std::vector<DiscoveredLink>> UrlStore::hashed_inlinks(std::string_view url) {
  std::vector<DiscoveredLink> links;
  TRAWL_CHECK(read_links(*db_, kHash, "(SELECT id FROM urls WHERE url = ?1)", url, links));
  return links;
}

Result<std::vector<std::string>> UrlStore::leading_to(std::string_view url) {
  std::vector<std::string> addresses;
  // Few addresses have any, and the recursion costs more than everything else that is asked about an imported row.
  TRAWL_TRY(const auto direct,
            db_->number("SELECT EXISTS(SELECT 1 FROM urls WHERE target = (SELECT id FROM urls WHERE url = ?))", {url}));
  if (direct == 0) return addresses;
  TRAWL_CHECK(db_->each("WITH RECURSIVE leading(id) AS (SELECT id FROM urls WHERE url = ?1 UNION "
                        "SELECT u.id FROM urls u JOIN leading l ON u.target = l.id WHERE u.state = ?2 LIMIT 101) "
                        "SELECT url FROM urls WHERE id IN leading AND url <> ?1 ORDER BY url",
                        {url, static_cast<std::int64_t>(UrlState::Redirect)}, [&](const Row& row) {
                          addresses.push_back(row.text(0));
                          return true;
                        }));
  return addresses;
}

Result<std::string> UrlStore::end_of(std::string_view url) {
  constexpr int kMaxHops = 10;
  std::string end(url);
  bool is_redirect = true;
  for (int i = 0; is_redirect && i < kMaxHops; ++i) {
    is_redirect = false;
    std::string next;
    TRAWL_CHECK(db_->each("SELECT t.url FROM urls u JOIN urls t ON t.id = u.target WHERE u.url = ? AND u.state = ?",
                          {std::string_view(end), static_cast<std::int64_t>(UrlState::Redirect)}, [&](const Row& row) {
                            next = row.text(0);
                            return false;
                          }));
    is_redirect = !next.empty();
    if (is_redirect) end = std::move(next);
  }
  return end;
}

Result<bool> UrlStore::has_link(std::int64_t url, std::string_view seed) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM links WHERE url = ? AND seed = ?", {url, seed}));
  return count > 0;
}

Result<bool> UrlStore::is_discovered_by(std::string_view url, std::string_view source) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM links l JOIN urls u ON u.id = l.url WHERE l.source = ? "
                                          "AND u.url = ? AND (u.state <> ? OR u.due_at IS NOT NULL)",
                                          {source, url, static_cast<std::int64_t>(UrlState::New)}));
  return count > 0;
}

Result<std::vector<UrlRow>> UrlStore::remembered(std::string_view source) {
  std::vector<UrlRow> rows;
  TRAWL_CHECK(
      db_->each(select_urls("WHERE state = ? AND due_at IS NULL AND id IN (SELECT url FROM links WHERE source = ?)"),
                {static_cast<std::int64_t>(UrlState::New), source}, [&](const Row& row) {
                  rows.push_back(read_url(row));
                  return true;
                }));
  return rows;
}

Result<void> UrlStore::each_stored_url(std::string_view source,
                                       const std::function<void(std::string_view url)>& visit) {
  return db_->each("SELECT url FROM urls WHERE state = ? AND id IN (SELECT url FROM links WHERE source = ?)",
                   {static_cast<std::int64_t>(UrlState::Stored), source}, [&](const Row& row) {
                     visit(row.view(0));
                     return true;
                   });
}

Result<std::int64_t> UrlStore::first_link(std::string_view seed) {
  return db_->number("SELECT coalesce(min(since), ?) FROM links WHERE seed = ?", {DiscoveredLink::kNew, seed});
}

Result<bool> UrlStore::is_first_named_by(std::int64_t url, std::string_view seed, std::int64_t since) {
  TRAWL_TRY(
      const auto count,
      db_->number("SELECT count(*) FROM links l WHERE url = ?1 AND seed = ?2 AND coalesce(since, ?4) > ?3 AND NOT "
                  "EXISTS(SELECT 1 FROM links o WHERE o.url = ?1 AND o.seed <> ?2 AND coalesce(o.since, ?4) < "
                  "coalesce(l.since, ?4))",
                  {url, seed, since, DiscoveredLink::kNew}));
  return count > 0;
}

} // namespace trawl::store
