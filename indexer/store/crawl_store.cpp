// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/crawl_store.h"

#include "indexer/store/compress.h"
#include "shared/base/sha256.h"

namespace trawl::store {
namespace {

std::int64_t seconds(Moment moment) { return moment.time_since_epoch().count(); }
Moment moment(std::int64_t seconds) { return Moment(std::chrono::seconds(seconds)); }

std::int64_t day_of(Moment moment) { return seconds(moment) / 86'400; }

SeedState read_entrance(const Row& row) {
  return {.url = row.text(0),
          .source = row.text(1),
          .moved_to = row.text(2),
          .moves = static_cast<int>(row.integer(13)),
          .etag = row.text(3),
          .last_modified = row.text(4),
          .asked_at = moment(row.integer(5)),
          .succeeded_at = moment(row.integer(6)),
          .fresh_until = moment(row.integer(7)),
          .due_at = moment(row.integer(8)),
          .interval = std::chrono::seconds(row.integer(9)),
          .failures = static_cast<int>(row.integer(10)),
          .code = row.text(11),
          .error = row.text(12)};
}

UrlRow read_url(const Row& row) {
  UrlRow url{.id = row.integer(0),
             .url = row.text(1),
             .state = static_cast<UrlState>(row.integer(2)),
             .target = row.integer(3),
             .due_at = std::nullopt,
             .stale = row.integer(5) != 0,
             .modified_hint = moment(row.integer(6)),
             .failures = static_cast<int>(row.integer(7)),
             .code = row.text(8)};
  if (!row.is_null(4)) url.due_at = moment(row.integer(4));
  return url;
}

constexpr std::string_view kEntranceColumns = "SELECT url, source, moved_to, etag, last_modified, asked_at, "
                                              "succeeded_at, fresh_until, due_at, interval, failures, "
                                              "code, error, moves FROM entrances ";
constexpr std::string_view kUrlColumns =
    "SELECT id, url, state, target, due_at, stale, modified_hint, failures, code FROM urls ";

std::string sql(std::string_view columns, std::string_view rest) { return std::string(columns).append(rest); }

Result<void> read_mentions(Database& db, std::string_view where, Value key, std::vector<DiscoveredLink>& mentions) {
  Result<void> result;
  TRAWL_CHECK(db.each(sql("SELECT source, entrance, witness FROM mentions ", where), {key}, [&](const Row& row) {
    auto witness = row.view(2).empty() ? Result<std::string>("") : decompress(row.view(2));
    if (!witness) {
      result = std::unexpected(witness.error());
      return false;
    }
    mentions.push_back({row.text(0), row.text(1), std::move(*witness)});
    return true;
  }));
  return result;
}

} // namespace

Result<void> CrawlStore::save_source(const RememberedSource& source) {
  return db_->run("INSERT OR REPLACE INTO sources VALUES(?,?)", {source.id, source.definition});
}

Result<std::vector<RememberedSource>> CrawlStore::sources() {
  std::vector<RememberedSource> sources;
  TRAWL_CHECK(db_->each("SELECT id, definition FROM sources ORDER BY id", {}, [&](const Row& row) {
    sources.push_back({row.text(0), row.text(1)});
    return true;
  }));
  return sources;
}

Result<SeedState> CrawlStore::entrance(std::string_view url, std::string_view source) {
  SeedState state;
  state.url = url;
  TRAWL_CHECK(db_->each(sql(kEntranceColumns, "WHERE url = ?"), {url}, [&](const Row& row) {
    state = read_entrance(row);
    return false;
  }));
  state.source = source;
  return state;
}

Result<void> CrawlStore::save_seed(const SeedState& state) {
  return db_->run("INSERT OR REPLACE INTO entrances VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                  {state.url, state.source, state.moved_to, state.etag, state.last_modified, seconds(state.asked_at),
                   seconds(state.succeeded_at), seconds(state.fresh_until), seconds(state.due_at),
                   std::int64_t{state.interval.count()}, std::int64_t{state.failures}, state.code, state.error,
                   std::int64_t{state.moves}});
}

Result<std::vector<SeedState>> CrawlStore::entrances() {
  std::vector<SeedState> states;
  TRAWL_CHECK(db_->each(sql(kEntranceColumns, "ORDER BY source, url"), {}, [&](const Row& row) {
    states.push_back(read_entrance(row));
    return true;
  }));
  return states;
}

Result<void>
CrawlStore::each_robots(const std::function<void(std::string origin, Moment fetched_at, std::string body)>& visit) {
  return db_->each("SELECT origin, fetched_at, body FROM robots", {}, [&](const Row& row) {
    // A damaged copy is as good as none: robots.txt is simply fetched again.
    if (auto body = decompress(row.view(2))) visit(row.text(0), moment(row.integer(1)), std::move(*body));
    return true;
  });
}

Result<void> CrawlStore::save_robots(std::string_view origin, Moment fetched_at, std::string_view body) {
  return db_->run("INSERT OR REPLACE INTO robots VALUES(?,?,?)", {origin, seconds(fetched_at), Blob{compress(body)}});
}

Result<void> CrawlStore::save_requests(std::string_view host, Moment at, int count) {
  return db_->run("INSERT OR REPLACE INTO requests VALUES(?,?,?)", {host, day_of(at), std::int64_t{count}});
}

Result<void> CrawlStore::each_requests(Moment at, const std::function<void(std::string_view host, int count)>& visit) {
  return db_->each("SELECT host, count FROM requests WHERE day = ?", {day_of(at)}, [&](const Row& row) {
    visit(row.view(0), static_cast<int>(row.integer(1)));
    return true;
  });
}

Result<void> CrawlStore::save_closure(std::string_view host, Moment until) {
  return db_->run("INSERT OR REPLACE INTO closures VALUES(?,?)", {host, seconds(until)});
}

Result<void> CrawlStore::each_closure(Moment now,
                                      const std::function<void(std::string_view host, Moment until)>& visit) {
  return db_->each("SELECT host, until FROM closures WHERE until > ?", {seconds(now)}, [&](const Row& row) {
    visit(row.view(0), moment(row.integer(1)));
    return true;
  });
}

Result<UrlRow> CrawlStore::url(std::string_view url) {
  TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO urls(url, due_at) VALUES(?, 0)", {url}));
  UrlRow found;
  TRAWL_CHECK(db_->each(sql(kUrlColumns, "WHERE url = ?"), {url}, [&](const Row& row) {
    found = read_url(row);
    return false;
  }));
  return found;
}

Result<UrlRow> CrawlStore::url(std::int64_t id) {
  UrlRow found;
  TRAWL_CHECK(db_->each(sql(kUrlColumns, "WHERE id = ?"), {id}, [&](const Row& row) {
    found = read_url(row);
    return false;
  }));
  if (found.id == 0) return fail(ErrorCode::Internal, "a URL's row is missing", std::to_string(id));
  return found;
}

Result<void> CrawlStore::save_url(const UrlRow& row) {
  const Value target = row.target == 0 ? Value(nullptr) : Value(row.target);
  const Value due = row.due_at ? Value(seconds(*row.due_at)) : Value(nullptr);
  return db_->run(
      "UPDATE urls SET state = ?, target = ?, due_at = ?, stale = ?, modified_hint = ?, failures = ?, code = ? "
      "WHERE id = ?",
      {static_cast<std::int64_t>(row.state), target, due, std::int64_t{row.stale}, seconds(row.modified_hint),
       std::int64_t{row.failures}, row.code, row.id});
}

Result<std::vector<UrlRow>> CrawlStore::due_urls(Moment now, std::int64_t after, std::size_t limit) {
  std::vector<UrlRow> rows;
  TRAWL_CHECK(db_->each(sql(kUrlColumns, "WHERE id > ? AND (due_at <= ? OR stale) ORDER BY id LIMIT ?"),
                        {after, seconds(now), static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          rows.push_back(read_url(row));
                          return true;
                        }));
  return rows;
}

Result<std::optional<Moment>> CrawlStore::next_due_url(Moment after) {
  std::optional<Moment> due;
  TRAWL_CHECK(db_->each("SELECT min(due_at) FROM urls WHERE due_at > ?", {seconds(after)}, [&](const Row& row) {
    if (!row.is_null(0)) due = moment(row.integer(0));
    return false;
  }));
  return due;
}

Result<bool> CrawlStore::save_discovered_link(std::int64_t url, const DiscoveredLink& mention) {
  const auto digest = sha256_hex(mention.witness, 8);
  TRAWL_CHECK(db_->run("INSERT INTO mentions VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET digest = excluded.digest, "
                       "witness = excluded.witness WHERE digest <> excluded.digest",
                       {url, mention.source, mention.entrance, digest,
                        Blob{mention.witness.empty() ? std::string() : compress(mention.witness)}}));
  return db_->changes() > 0;
}

Result<std::vector<DiscoveredLink>> CrawlStore::mentions(std::int64_t url) {
  std::vector<DiscoveredLink> mentions;
  TRAWL_CHECK(read_mentions(*db_, "WHERE url = ? ORDER BY source, entrance", url, mentions));
  return mentions;
}

Result<std::vector<DiscoveredLink>> CrawlStore::mentions(std::string_view url) {
  std::vector<DiscoveredLink> mentions;
  TRAWL_CHECK(
      read_mentions(*db_, "WHERE url = (SELECT id FROM urls WHERE url = ?) ORDER BY source, entrance", url, mentions));
  return mentions;
}

Result<bool> CrawlStore::is_named_by(std::string_view url, std::string_view source) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM mentions WHERE source = ? AND "
                                          "url = (SELECT id FROM urls WHERE url = ?)",
                                          {source, url}));
  return count > 0;
}

Result<void> CrawlStore::each_article_of(std::string_view source,
                                         const std::function<void(std::string_view url)>& visit) {
  return db_->each("SELECT url FROM urls WHERE state = ? AND id IN (SELECT url FROM mentions WHERE source = ?)",
                   {static_cast<std::int64_t>(UrlState::Stored), source}, [&](const Row& row) {
                     visit(row.view(0));
                     return true;
                   });
}

Result<void> CrawlStore::save_failure(const Failure& failure) {
  return db_->run(
      "INSERT INTO failures VALUES(?,?,?,1,?,?) ON CONFLICT DO UPDATE SET code = excluded.code, count = count + 1, "
      "last = excluded.last, sentence = excluded.sentence",
      {failure.source, failure.url, failure.code, seconds(failure.last), failure.sentence});
}

Result<void> CrawlStore::clear_failure(std::string_view source, std::string_view url) {
  return db_->run("DELETE FROM failures WHERE source = ? AND url = ?", {source, url});
}

Result<std::vector<Failure>> CrawlStore::failures(std::string_view source) {
  std::vector<Failure> failures;
  TRAWL_CHECK(db_->each("SELECT source, url, code, sentence, count, last FROM failures WHERE source = ? ORDER BY url",
                        {source}, [&](const Row& row) {
                          failures.push_back({row.text(0), row.text(1), row.text(2), row.text(3),
                                              static_cast<int>(row.integer(4)), moment(row.integer(5))});
                          return true;
                        }));
  return failures;
}

} // namespace trawl::store
