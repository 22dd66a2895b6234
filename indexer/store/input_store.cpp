// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/input_store.h"

#include "indexer/store/compress.h"

namespace trawl::store {
namespace {

constexpr std::string_view kColumns = "SELECT id, kind, url, source, content_type, etag, last_modified, noindex, "
                                      "first_seen, fetched_at, body FROM inputs ";

std::string sql(std::string_view where) { return std::string(kColumns).append(where); }

Result<Input> read_input(StoredRecords& records, const Row& row, bool with_body) {
  Input input{.id = row.integer(0),
              .kind = static_cast<InputKind>(row.integer(1)),
              .url = row.text(2),
              .source = row.text(3),
              .content_type = row.text(4),
              .etag = row.text(5),
              .last_modified = row.text(6),
              .noindex = row.integer(7) != 0,
              .first_seen = row.moment(8),
              .fetched_at = row.moment(9),
              .body = {}};
  if (with_body) {
    TRAWL_TRY(input.body, records.read_body(row.view(10)));
  }
  return input;
}

} // namespace

Result<std::string> InputStore::pack_row(std::string_view body) { return records_.pack_row(body); }

Result<void> InputStore::save(Input& input, std::string_view frame) {
  TRAWL_CHECK(records_.detach_record(input.url, static_cast<std::int64_t>(input.kind), frame));
  TRAWL_CHECK(db_->each(
      "INSERT INTO inputs(kind, url, source, content_type, etag, last_modified, noindex, first_seen, fetched_at, body) "
      "VALUES(?,?,?,?,?,?,?,?,?,?) ON CONFLICT(url, kind) DO UPDATE SET source = excluded.source, "
      "content_type = excluded.content_type, etag = excluded.etag, last_modified = excluded.last_modified, "
      "noindex = excluded.noindex, fetched_at = excluded.fetched_at, body = excluded.body, links_read = 0 "
      "RETURNING id, first_seen",
      {static_cast<std::int64_t>(input.kind), input.url, input.source, input.content_type, input.etag,
       input.last_modified, std::int64_t{input.noindex}, to_seconds(input.first_seen), to_seconds(input.fetched_at),
       Blob{frame}},
      [&](const Row& row) {
        input.id = row.integer(0);
        input.first_seen = row.moment(1);
        return true;
      }));
  return db_->run("DELETE FROM readings WHERE input = ?", {input.id});
}

Result<std::optional<Input>> InputStore::find(std::string_view url, InputKind kind, bool with_body) {
  std::optional<Input> found;
  Result<void> result;
  TRAWL_CHECK(db_->each(sql("WHERE url = ? AND kind = ?"), {url, static_cast<std::int64_t>(kind)}, [&](const Row& row) {
    if (auto input = read_input(records_, row, with_body)) {
      found = std::move(*input);
    } else {
      result = std::unexpected(input.error());
    }
    return false;
  }));
  TRAWL_CHECK(result);
  return found;
}

Result<std::vector<std::string>> InputStore::pages_of(std::string_view origin) {
  std::vector<std::string> urls;
  const std::string first = std::string(origin) + "/", end = std::string(origin) + "0"; // '0' follows '/'
  TRAWL_CHECK(db_->each("SELECT url FROM inputs WHERE url >= ? AND url < ? AND kind = ?",
                        {first, end, static_cast<std::int64_t>(InputKind::Page)}, [&](const Row& row) {
                          urls.push_back(row.text(0));
                          return true;
                        }));
  return urls;
}

Result<void> InputStore::set_first_seen(std::int64_t id, Moment first_seen) {
  return db_->run("UPDATE inputs SET first_seen = ? WHERE id = ?", {to_seconds(first_seen), id});
}

Result<std::int64_t> InputStore::count() { return db_->number("SELECT count(*) FROM inputs"); }

Result<void> InputStore::confirm(std::int64_t id, Moment fetched_at) {
  return db_->run("UPDATE inputs SET fetched_at = ? WHERE id = ?", {to_seconds(fetched_at), id});
}

Result<void> InputStore::each(std::int64_t after_id, const std::function<bool(Input)>& visit) {
  return read(sql("WHERE id > ? ORDER BY id"), {after_id}, visit);
}

Result<void> InputStore::read(std::string_view query, std::initializer_list<Value> values,
                              const std::function<bool(Input)>& visit) {
  Result<void> result;
  TRAWL_CHECK(db_->each(query, values, [&](const Row& row) {
    auto input = read_input(records_, row, true);
    if (!input) result = std::unexpected(input.error());
    return input && visit(std::move(*input));
  }));
  return result;
}

Result<std::vector<Input>> InputStore::with_unread_links(std::int64_t after, std::size_t limit) {
  std::vector<Input> inputs;
  TRAWL_CHECK(read(
      sql("WHERE kind = 0 AND links_read = 0 AND id > ? AND id IN (SELECT input FROM members) ORDER BY id LIMIT ?"),
      {after, static_cast<std::int64_t>(limit)}, [&](Input input) {
        inputs.push_back(std::move(input));
        return true;
      }));
  return inputs;
}

Result<void> InputStore::set_links_read(std::int64_t id) {
  return db_->run("UPDATE inputs SET links_read = 1 WHERE id = ?", {id});
}

} // namespace trawl::store
