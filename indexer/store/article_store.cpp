// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/article_store.h"

#include "indexer/store/compress.h"
#include "shared/article/article_record.h"
#include "shared/base/sha256.h"

#include <cstring>

namespace trawl::store {
namespace {

std::string keys_to_bytes(const std::vector<std::uint64_t>& keys) {
  std::string bytes(keys.size() * sizeof(std::uint64_t), '\0');
  if (!keys.empty()) std::memcpy(bytes.data(), keys.data(), bytes.size());
  return bytes;
}

std::vector<std::uint64_t> keys_from_bytes(std::string_view bytes) {
  std::vector<std::uint64_t> keys(bytes.size() / sizeof(std::uint64_t));
  if (!keys.empty()) std::memcpy(keys.data(), bytes.data(), keys.size() * sizeof(std::uint64_t));
  return keys;
}

Result<Member> read_member(const Row& row) {
  TRAWL_TRY(auto record, decompress(row.view(8)));
  return Member{.input = row.integer(0),
                .cluster = row.integer(1),
                .kind = static_cast<int>(row.integer(2)),
                .first_seen = Moment(std::chrono::seconds(row.integer(3))),
                .address = row.text(4),
                .claim = row.text(5),
                .keys = keys_from_bytes(row.view(6)),
                .fingerprint = row.text(7),
                .record = std::move(record),
                .source = row.text(9),
                .published =
                    row.is_null(10) ? std::nullopt : std::optional(Moment(std::chrono::seconds(row.integer(10))))};
}

/// Column `first` is the article's own record or NULL, the next one the member's.
Result<std::string> article_record(const Row& row, int first) {
  if (row.is_null(first) && row.is_null(first + 1)) return std::string();
  return decompress(row.view(row.is_null(first) ? first + 1 : first));
}

std::int64_t signed_key(std::uint64_t key) { return static_cast<std::int64_t>(key); }

} // namespace

Result<std::vector<Member>> ArticleStore::read(std::string_view where, std::int64_t key) {
  std::vector<Member> members;
  Result<void> result;
  const auto sql =
      std::string(
          "SELECT m.input, m.cluster, i.kind, i.first_seen, m.address, m.claim, m.keys, "
          "m.fingerprint, m.record, m.source, m.published FROM members m JOIN inputs i ON i.id = m.input WHERE ")
          .append(where);
  TRAWL_CHECK(db_->each(sql, {key}, [&](const Row& row) {
    auto member = read_member(row);
    if (member) {
      members.push_back(std::move(*member));
    } else {
      result = std::unexpected(member.error());
    }
    return result.has_value();
  }));
  TRAWL_CHECK(result);
  return members;
}

Result<std::optional<Member>> ArticleStore::member(std::int64_t input) {
  TRAWL_TRY(auto members, read("m.input = ?", input));
  return members.empty() ? std::nullopt : std::optional(std::move(members.front()));
}

Result<std::vector<Member>> ArticleStore::cluster(std::int64_t cluster) { return read("m.cluster = ?", cluster); }

Result<std::optional<std::vector<std::int64_t>>> ArticleStore::clusters_with_key(std::uint64_t key, std::size_t limit) {
  std::vector<std::int64_t> clusters;
  const auto ask = static_cast<std::int64_t>(limit) + 1;
  TRAWL_CHECK(
      db_->each("SELECT m.cluster FROM member_keys k JOIN members m ON m.input = k.input WHERE k.key = ? LIMIT ?",
                {signed_key(key), ask}, [&](const Row& row) {
                  clusters.push_back(row.integer(0));
                  return true;
                }));
  return clusters.size() > limit ? std::nullopt : std::optional(std::move(clusters));
}

Result<void> ArticleStore::save_member(const Member& member) {
  const Value published =
      member.published ? Value(std::int64_t{member.published->time_since_epoch().count()}) : Value(nullptr);
  TRAWL_CHECK(db_->run("INSERT OR REPLACE INTO members VALUES(?,?,?,?,?,?,?,?,?)",
                       {member.input, member.cluster, member.address, member.claim, Blob{keys_to_bytes(member.keys)},
                        Blob{member.fingerprint}, Blob{compress(member.record)}, member.source, published}));
  for (const auto key : member.keys) {
    TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO member_keys VALUES(?,?)", {signed_key(key), member.input}));
  }
  return {};
}

Result<void> ArticleStore::set_cluster(std::int64_t input, std::int64_t cluster) {
  return db_->run("UPDATE members SET cluster = ? WHERE input = ? AND cluster <> ?", {cluster, input, cluster});
}

Result<void> ArticleStore::remove_member(const Member& member) {
  for (const auto key : member.keys) {
    TRAWL_CHECK(db_->run("DELETE FROM member_keys WHERE key = ? AND input = ?", {signed_key(key), member.input}));
  }
  return db_->run("DELETE FROM members WHERE input = ?", {member.input});
}

Result<bool> ArticleStore::publish(const Article& article, std::int64_t cluster, std::int64_t member, bool own_record) {
  const auto record = to_record(article);
  const auto digest = sha256_hex(record, 12);
  bool same = false;
  TRAWL_CHECK(db_->each("SELECT cluster, member, digest, record IS NULL FROM articles WHERE id = ?", {article.id},
                        [&](const Row& row) {
                          same = row.integer(0) == cluster && row.integer(1) == member && row.view(2) == digest &&
                                 (row.integer(3) != 0) == own_record;
                          return false;
                        }));
  if (same) return false;
  TRAWL_TRY(const auto sequence, last_sequence());
  const auto frame = own_record ? std::string() : compress(record);
  TRAWL_CHECK(db_->run("INSERT OR REPLACE INTO articles VALUES(?,?,?,?,?,?)",
                       {article.id, static_cast<std::int64_t>(sequence + 1), cluster, member, digest,
                        own_record ? Value(nullptr) : Value(Blob{frame})}));
  last_sequence_ = sequence + 1;
  return true;
}

Result<void> ArticleStore::retract(std::string_view id) {
  TRAWL_TRY(const auto sequence, last_sequence());
  TRAWL_CHECK(db_->run(
      "UPDATE articles SET sequence = ?, cluster = NULL, member = NULL, digest = '', record = NULL WHERE id = ?",
      {static_cast<std::int64_t>(sequence + 1), id}));
  if (db_->changes() > 0) last_sequence_ = sequence + 1;
  return {};
}

Result<bool> ArticleStore::is_shown(std::int64_t input) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM members m JOIN articles a ON a.cluster = m.cluster "
                                          "WHERE m.input = ? AND a.member = m.input",
                                          {input}));
  return count > 0;
}

Result<std::vector<std::string>> ArticleStore::published(std::int64_t cluster) {
  std::vector<std::string> ids;
  TRAWL_CHECK(db_->each("SELECT id FROM articles WHERE cluster = ?", {cluster}, [&](const Row& row) {
    ids.push_back(row.text(0));
    return true;
  }));
  return ids;
}

Result<std::vector<ArticleChange>> ArticleStore::changes(std::uint64_t sequence, std::size_t limit) {
  std::vector<ArticleChange> changes;
  Result<void> result;
  TRAWL_CHECK(db_->each("SELECT a.sequence, a.id, a.record, m.record FROM articles a LEFT JOIN members m "
                        "ON m.input = a.member WHERE a.sequence > ? ORDER BY a.sequence LIMIT ?",
                        {static_cast<std::int64_t>(sequence), static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          auto record = article_record(row, 2);
                          if (!record) {
                            result = std::unexpected(record.error());
                            return false;
                          }
                          changes.push_back(
                              {static_cast<std::uint64_t>(row.integer(0)), row.text(1), std::move(*record)});
                          return true;
                        }));
  TRAWL_CHECK(result);
  return changes;
}

Result<std::uint64_t> ArticleStore::last_sequence() {
  if (last_sequence_ == 0) {
    TRAWL_TRY(const auto highest, db_->number("SELECT max(sequence) FROM articles"));
    last_sequence_ = static_cast<std::uint64_t>(highest);
  }
  return last_sequence_;
}

Result<std::int64_t> ArticleStore::count() {
  return db_->number("SELECT count(*) FROM articles WHERE cluster IS NOT NULL");
}

Result<std::vector<std::string>> ArticleStore::sources() {
  std::vector<std::string> sources;
  TRAWL_CHECK(db_->each("SELECT DISTINCT source FROM members WHERE source <> ''", {}, [&](const Row& row) {
    sources.push_back(row.text(0));
    return true;
  }));
  return sources;
}

Result<std::vector<Moment>> ArticleStore::publications(std::string_view source, std::size_t limit) {
  std::vector<Moment> moments;
  TRAWL_CHECK(db_->each("SELECT published FROM members WHERE source = ? AND published IS NOT NULL "
                        "ORDER BY published DESC LIMIT ?",
                        {source, static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          moments.emplace_back(std::chrono::seconds(row.integer(0)));
                          return true;
                        }));
  return moments;
}

Result<void> ArticleStore::each(const std::function<bool(std::string_view record)>& visit) {
  Result<void> result;
  TRAWL_CHECK(db_->each("SELECT a.record, m.record FROM articles a JOIN members m ON m.input = a.member ORDER BY a.id",
                        {}, [&](const Row& row) {
                          auto record = article_record(row, 0);
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
