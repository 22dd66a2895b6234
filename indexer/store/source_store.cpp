// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/source_store.h"

namespace trawl::store {
namespace {

SeedState read_seed(const Row& row) {
  return {.url = row.text(0),
          .source = row.text(1),
          .moved_to = row.text(2),
          .moves = static_cast<int>(row.integer(13)),
          .etag = row.text(3),
          .last_modified = row.text(4),
          .asked_at = row.moment(5),
          .succeeded_at = row.moment(6),
          .fresh_until = row.moment(7),
          .due_at = row.moment(8),
          .interval = std::chrono::seconds(row.integer(9)),
          .failures = static_cast<int>(row.integer(10)),
          .code = row.text(11),
          .error = row.text(12),
          .next = {}};
}

std::string select_seeds(std::string_view rest) {
  return std::string("SELECT url, source, moved_to, etag, last_modified, asked_at, succeeded_at, fresh_until, due_at, "
                     "interval, failures, code, error, moves")
      .append(rest);
}

Failure read_failure(const Row& row) {
  return {row.text(0), row.text(1), row.text(2), row.text(3), static_cast<int>(row.integer(4)), row.moment(5)};
}

} // namespace

Result<void> SourceStore::save_source(const RememberedSource& source) {
  return db_->run("INSERT INTO sources SELECT ?, ?, ifnull(max(position), 0) + 1 FROM sources WHERE true "
                  "ON CONFLICT DO UPDATE SET definition = excluded.definition",
                  {source.id, source.definition});
}

Result<std::int64_t> SourceStore::position(std::string_view source) {
  return db_->number("SELECT ifnull((SELECT position FROM sources WHERE id = ?), 9223372036854775807)", {source});
}

Result<std::vector<RememberedSource>> SourceStore::sources() {
  std::vector<RememberedSource> sources;
  TRAWL_CHECK(db_->each("SELECT id, definition FROM sources ORDER BY position", {}, [&](const Row& row) {
    sources.push_back({row.text(0), row.text(1)});
    return true;
  }));
  return sources;
}

Result<void> SourceStore::save_label(std::string_view source, std::string_view label) {
  return db_->run("INSERT OR IGNORE INTO labels VALUES(?,?)", {source, label});
}

Result<std::map<std::string, std::string, std::less<>>> SourceStore::labels() {
  std::map<std::string, std::string, std::less<>> labels;
  TRAWL_CHECK(db_->each("SELECT source, label FROM labels", {}, [&](const Row& row) {
    labels.emplace(row.text(0), row.text(1));
    return true;
  }));
  return labels;
}

Result<SeedState> SourceStore::seed(std::string_view url, std::string_view source) {
  SeedState state;
  state.url = url;
  TRAWL_CHECK(db_->each(select_seeds(", next FROM seeds WHERE url = ?"), {url}, [&](const Row& row) {
    state = read_seed(row);
    state.next = row.text(14);
    return false;
  }));
  state.source = source;
  return state;
}

Result<void> SourceStore::save_seed(const SeedState& state) {
  return db_->run("INSERT OR REPLACE INTO seeds VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                  {state.url, state.source, state.moved_to, state.etag, state.last_modified, to_seconds(state.asked_at),
                   to_seconds(state.succeeded_at), to_seconds(state.fresh_until), to_seconds(state.due_at),
                   std::int64_t{state.interval.count()}, std::int64_t{state.failures}, state.code, state.error,
                   std::int64_t{state.moves}, state.next});
}

Result<void> SourceStore::forget_seed(std::string_view url) {
  return db_->run("DELETE FROM seeds WHERE url = ?", {url});
}

Result<std::vector<SeedState>> SourceStore::seeds() {
  std::vector<SeedState> states;
  TRAWL_CHECK(db_->each(select_seeds(" FROM seeds ORDER BY source, url"), {}, [&](const Row& row) {
    states.push_back(read_seed(row));
    return true;
  }));
  return states;
}

Result<std::map<std::string, Moment, std::less<>>> SourceStore::backfills() {
  std::map<std::string, Moment, std::less<>> begun;
  TRAWL_CHECK(db_->each("SELECT source, since FROM backfills", {}, [&](const Row& row) {
    begun.emplace(row.text(0), row.moment(1));
    return true;
  }));
  return begun;
}

Result<void> SourceStore::begin_backfill(std::string_view source, Moment now) {
  return db_->run("INSERT OR IGNORE INTO backfills VALUES(?,?)", {source, to_seconds(now)});
}

Result<void> SourceStore::end_backfill(std::string_view source) {
  return db_->run("DELETE FROM backfills WHERE source = ?", {source});
}

Result<void> SourceStore::save_failure(const Failure& failure) {
  return db_->run(
      "INSERT INTO failures VALUES(?,?,?,1,?,?) ON CONFLICT DO UPDATE SET code = excluded.code, count = count + 1, "
      "last = excluded.last, sentence = excluded.sentence",
      {failure.source, failure.url, failure.code, to_seconds(failure.last), failure.sentence});
}

Result<void> SourceStore::clear_failure(std::string_view source, std::string_view url) {
  return db_->run("DELETE FROM failures WHERE source = ? AND url = ?", {source, url});
}

Result<std::vector<Failure>> SourceStore::failures(std::string_view source) {
  std::vector<Failure> failures;
  TRAWL_CHECK(db_->each("SELECT source, url, code, sentence, count, last FROM failures WHERE source = ? ORDER BY url",
                        {source}, [&](const Row& row) { return failures.push_back(read_failure(row)), true; }));
  return failures;
}

Result<std::optional<Failure>> SourceStore::failure(std::string_view source, std::string_view url) {
  std::optional<Failure> failure;
  TRAWL_CHECK(db_->each("SELECT source, url, code, sentence, count, last FROM failures WHERE source = ? AND url = ?",
                        {source, url}, [&](const Row& row) { return failure = read_failure(row), true; }));
  return failure;
}

Result<void> SourceStore::add_fetches(const FetchCount& added) {
  return db_->run("INSERT INTO fetches VALUES(?,?,?,?) ON CONFLICT DO UPDATE SET count = count + excluded.count, "
                  "bytes = bytes + excluded.bytes",
                  {added.source, added.outcome, added.count, added.bytes});
}

Result<std::vector<FetchCount>> SourceStore::fetches() {
  std::vector<FetchCount> counts;
  TRAWL_CHECK(
      db_->each("SELECT source, outcome, count, bytes FROM fetches ORDER BY source, outcome", {}, [&](const Row& row) {
        counts.push_back({row.text(0), row.text(1), row.integer(2), row.integer(3)});
        return true;
      }));
  return counts;
}

} // namespace trawl::store
