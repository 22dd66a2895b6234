// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/member_store.h"

#include "indexer/store/stored_record.h"

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
  TRAWL_TRY(auto record, read_record(row.view(7), row.view(12)));
  return Member{.input = row.integer(0),
                .cluster = row.integer(1),
                .kind = static_cast<int>(row.integer(2)),
                .first_seen = row.moment(3),
                .address = row.text(4),
                .claim = row.text(5),
                .keys = keys_from_bytes(row.view(6)),
                .record = std::move(record),
                .source = row.text(8),
                .published = row.is_null(9) ? std::nullopt : std::optional(row.moment(9)),
                .moved_to = row.text(10),
                .gone_since = row.is_null(11) ? std::nullopt : std::optional(row.moment(11))};
}

std::int64_t signed_key(std::uint64_t key) { return static_cast<std::int64_t>(key); }

} // namespace

Result<std::vector<Member>> MemberStore::read(std::string_view where, const Value& key) {
  std::vector<Member> members;
  Result<void> result;
  // A page that redirects to one that is stored has left its address; if the article is there, too, that member says
  // so.
  const auto sql = std::string("SELECT m.input, m.cluster, i.kind, i.first_seen, m.address, m.claim, m.keys, "
                               "m.record, m.source, m.published, m.moved_to, "
                               "CASE WHEN m.moved_to = '' THEN a.gone_since ELSE ifnull(p.gone_since, "
                               "CASE WHEN t.state = 1 THEN a.gone_since END) END, ")
                       .append(kBodyOfRecord)
                       .append(" FROM members m JOIN inputs i ON i.id = m.input "
                               "LEFT JOIN urls u ON u.url = m.address LEFT JOIN rechecks a ON a.url = u.id "
                               "LEFT JOIN urls t ON m.moved_to <> '' AND t.url = m.moved_to "
                               "LEFT JOIN rechecks p ON p.url = t.id WHERE ")
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

Result<std::optional<Member>> MemberStore::member(std::int64_t input) {
  TRAWL_TRY(auto members, read("m.input = ?", input));
  return members.empty() ? std::nullopt : std::optional(std::move(members.front()));
}

Result<std::vector<Member>> MemberStore::cluster(std::int64_t cluster) { return read("m.cluster = ?", cluster); }

Result<std::vector<Member>> MemberStore::at(std::string_view address) { return read("i.url = ?", address); }

Result<std::optional<std::vector<std::int64_t>>> MemberStore::clusters_with_key(std::uint64_t key, std::size_t limit) {
  TRAWL_TRY(const auto holders, with_key(key, limit));
  if (!holders) return std::nullopt;
  std::vector<std::int64_t> clusters;
  for (const auto& holder : *holders) clusters.push_back(holder.cluster);
  return clusters;
}

Result<std::optional<std::vector<KeyHolder>>> MemberStore::with_key(std::uint64_t key, std::size_t limit) {
  std::vector<KeyHolder> holders;
  const auto ask = static_cast<std::int64_t>(limit) + 1;
  TRAWL_CHECK(db_->each("SELECT m.cluster, m.address, m.claim FROM member_keys k JOIN members m ON m.input = k.input "
                        "WHERE k.key = ? LIMIT ?",
                        {signed_key(key), ask}, [&](const Row& row) {
                          holders.push_back({row.integer(0), row.text(1), row.text(2)});
                          return true;
                        }));
  return holders.size() > limit ? std::nullopt : std::optional(std::move(holders));
}

Result<void> MemberStore::save_member(const Member& member) {
  TRAWL_TRY(const std::string record, stored_record(*db_, member.input, member.record));
  const Value published = member.published ? Value(to_seconds(*member.published)) : Value(nullptr);
  TRAWL_CHECK(db_->run("INSERT OR REPLACE INTO members VALUES(?,?,?,?,?,?,?,?,?)",
                       {member.input, member.cluster, member.address, member.claim, Blob{keys_to_bytes(member.keys)},
                        Blob{record}, member.source, published, member.moved_to}));
  for (const auto key : member.keys) {
    TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO member_keys VALUES(?,?)", {signed_key(key), member.input}));
  }
  return {};
}

Result<void> MemberStore::set_cluster(std::int64_t input, std::int64_t cluster) {
  return db_->run("UPDATE members SET cluster = ? WHERE input = ? AND cluster <> ?", {cluster, input, cluster});
}

Result<void> MemberStore::remove_member(const Member& member) {
  for (const auto key : member.keys) {
    TRAWL_CHECK(db_->run("DELETE FROM member_keys WHERE key = ? AND input = ?", {signed_key(key), member.input}));
  }
  return db_->run("DELETE FROM members WHERE input = ?", {member.input});
}

Result<std::vector<std::string>> MemberStore::sources() {
  // Steps from each source to the next in the table's index; DISTINCT would read the rows of all members.
  constexpr const char* kNext = "WITH RECURSIVE found(source) AS ("
                                "SELECT min(source) FROM members WHERE source > '' UNION ALL "
                                "SELECT (SELECT min(source) FROM members WHERE source > found.source) FROM found "
                                "WHERE found.source IS NOT NULL) "
                                "SELECT source FROM found WHERE source IS NOT NULL";
  std::vector<std::string> sources;
  TRAWL_CHECK(db_->each(kNext, {}, [&](const Row& row) {
    sources.push_back(row.text(0));
    return true;
  }));
  return sources;
}

Result<void> MemberStore::each_record(std::string_view source, const std::function<bool(std::string_view)>& visit) {
  const std::string sql = std::string("SELECT m.record, ")
                              .append(kBodyOfRecord)
                              .append(" FROM members m JOIN inputs i ON i.id = m.input WHERE m.source = ?");
  Result<void> result;
  TRAWL_CHECK(db_->each(sql, {source}, [&](const Row& row) {
    const auto record = read_record(row.view(0), row.view(1));
    if (!record) result = std::unexpected(record.error());
    return record && visit(*record);
  }));
  return result;
}

Result<std::vector<Moment>> MemberStore::publications(std::string_view source, std::size_t limit) {
  std::vector<Moment> moments;
  TRAWL_CHECK(db_->each("SELECT published FROM members WHERE source = ? AND published IS NOT NULL "
                        "ORDER BY published DESC LIMIT ?",
                        {source, static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          moments.push_back(row.moment(0));
                          return true;
                        }));
  return moments;
}

} // namespace trawl::store
