// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/article_store.h"

#include "indexer/store/compress.h"
#include "shared/base/sha256.h"
#include "shared/store/store_position.h"

namespace trawl::store {
namespace {

/// Column `first` is the article's own record or NULL, the next ones the member's and the body to read that with.
Result<std::string> article_record(StoredRecords& records, const Row& row, int first) {
  if (!row.is_null(first)) return decompress(row.view(first));
  return row.is_null(first + 1) ? std::string() : records.read_record(row.view(first + 1), row.view(first + 2));
}

} // namespace

Result<bool> ArticleStore::publish(std::string_view id, std::string_view record, std::int64_t cluster,
                                   std::int64_t member, bool own_record, std::optional<Moment> gone_since) {
  const auto hash = sha256_hex(record, 6);
  bool is_known = false, same = false;
  TRAWL_CHECK(
      db_->each("SELECT cluster, member, hash, record IS NULL FROM articles WHERE id = ?", {id}, [&](const Row& row) {
        is_known = true;
        same = row.integer(0) == cluster && row.integer(1) == member && row.view(2) == hash &&
               (row.integer(3) != 0) == own_record;
        return false;
      }));
  if (same) return false;
  TRAWL_TRY(const auto sequence, last_sequence());
  const auto frame = own_record ? std::string() : compress(record);
  TRAWL_CHECK(db_->run("INSERT OR REPLACE INTO articles VALUES(?,?,?,?,?,?)",
                       {id, static_cast<std::int64_t>(sequence + 1), cluster, member, hash,
                        own_record ? Value(nullptr) : Value(Blob{frame})}));
  last_sequence_ = sequence + 1;
  if (gone_since) {
    TRAWL_CHECK(db_->run("INSERT OR REPLACE INTO gone VALUES(?,?)", {id, to_seconds(*gone_since)}));
  } else if (is_known) {
    TRAWL_CHECK(db_->run("DELETE FROM gone WHERE id = ?", {id}));
  }
  return true;
}

Result<void> ArticleStore::retract(std::string_view id) {
  TRAWL_TRY(const auto sequence, last_sequence());
  TRAWL_CHECK(
      db_->run("UPDATE articles SET sequence = ?, cluster = NULL, member = NULL, hash = '', record = NULL WHERE id = ?",
               {static_cast<std::int64_t>(sequence + 1), id}));
  if (db_->changes() > 0) last_sequence_ = sequence + 1;
  return db_->run("DELETE FROM gone WHERE id = ?", {id});
}

Result<std::optional<PublishedArticle>> ArticleStore::find(std::string_view id) {
  Result<std::optional<PublishedArticle>> found;
  const std::string sql = std::string("SELECT a.cluster, a.member, a.record, m.record, ")
                              .append(kBodyOfRecord)
                              .append(" FROM articles a LEFT JOIN members m ON m.input = a.member LEFT JOIN inputs i "
                                      "ON i.id = m.input WHERE a.id = ? AND a.cluster IS NOT NULL");
  TRAWL_CHECK(db_->each(sql, {id}, [&](const Row& row) {
    auto record = article_record(records_, row, 2);
    if (record)
      found = PublishedArticle{row.integer(0), row.integer(1), std::move(*record)};
    else
      found = std::unexpected(record.error());
    return false;
  }));
  return found;
}

Result<void> ArticleStore::exclude(std::string_view id, std::int64_t input) {
  return db_->run("INSERT OR REPLACE INTO excluded VALUES(?,?)", {id, input});
}

Result<void> ArticleStore::include(std::string_view id) { return db_->run("DELETE FROM excluded WHERE id = ?", {id}); }

Result<std::optional<std::int64_t>> ArticleStore::excluded(std::string_view id) {
  std::optional<std::int64_t> input;
  TRAWL_CHECK(db_->each("SELECT input FROM excluded WHERE id = ?", {id}, [&](const Row& row) {
    input = row.integer(0);
    return false;
  }));
  return input;
}

Result<std::optional<std::string>> ArticleStore::shown_for(std::int64_t input) {
  std::optional<std::string> id;
  TRAWL_CHECK(db_->each("SELECT a.id FROM members m JOIN articles a ON a.cluster = m.cluster "
                        "WHERE m.input = ? AND a.member = m.input",
                        {input}, [&](const Row& row) {
                          id = row.text(0);
                          return false;
                        }));
  return id;
}

Result<std::optional<std::string>> ArticleStore::published(std::int64_t cluster) {
  std::optional<std::string> id;
  TRAWL_CHECK(db_->each("SELECT id FROM articles WHERE cluster = ?", {cluster}, [&](const Row& row) {
    id = row.text(0);
    return false;
  }));
  return id;
}

Result<std::vector<ArticleChange>> ArticleStore::changes(std::uint64_t sequence, std::size_t limit, Articles which) {
  std::vector<ArticleChange> changes;
  Result<void> result;
  const std::string sql = std::string("SELECT a.sequence, a.id, a.record, m.record, ")
                              .append(kBodyOfRecord)
                              .append(", g.id IS NOT NULL FROM articles a LEFT JOIN members m ON m.input = a.member "
                                      "LEFT JOIN inputs i ON i.id = m.input LEFT JOIN gone g ON g.id = a.id "
                                      "WHERE a.sequence > ? ORDER BY a.sequence LIMIT ?");
  TRAWL_CHECK(
      db_->each(sql, {static_cast<std::int64_t>(sequence), static_cast<std::int64_t>(limit)}, [&](const Row& row) {
        const bool is_hidden = which == Articles::Living && row.integer(5) != 0;
        auto record = is_hidden ? Result<std::string>() : article_record(records_, row, 2);
        if (!record) {
          result = std::unexpected(record.error());
          return false;
        }
        changes.push_back({static_cast<std::uint64_t>(row.integer(0)), row.text(1), std::move(*record)});
        return true;
      }));
  TRAWL_CHECK(result);
  return changes;
}

Result<std::uint64_t> ArticleStore::last_sequence() {
  if (last_sequence_ == 0) {
    TRAWL_TRY(last_sequence_, last_change(*db_));
  }
  return last_sequence_;
}

Result<std::int64_t> ArticleStore::count() {
  return db_->number("SELECT count(*) - (SELECT count(*) FROM gone) FROM articles WHERE cluster IS NOT NULL");
}

Result<void> ArticleStore::each(const std::function<bool(std::string_view record)>& visit, Articles which) {
  Result<void> result;
  const std::string sql = std::string("SELECT a.record, m.record, ")
                              .append(kBodyOfRecord)
                              .append(" FROM articles a LEFT JOIN members m ON m.input = a.member LEFT JOIN inputs i "
                                      "ON i.id = m.input WHERE a.cluster IS NOT NULL AND "
                                      "(? OR a.id NOT IN (SELECT id FROM gone)) ORDER BY a.id");
  TRAWL_CHECK(db_->each(sql, {std::int64_t{which == Articles::All}}, [&](const Row& row) {
    auto record = article_record(records_, row, 0);
    if (!record) result = std::unexpected(record.error());
    return record && visit(*record);
  }));
  return result;
}

Result<std::vector<std::string>> ArticleStore::removed() {
  std::vector<std::string> ids;
  TRAWL_CHECK(db_->each("SELECT id FROM articles WHERE cluster IS NULL", {}, [&](const Row& row) {
    ids.push_back(row.text(0));
    return true;
  }));
  return ids;
}

} // namespace trawl::store
