// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/member_store.h"

#include <algorithm>
#include <utility>

namespace trawl::store {
namespace {

Result<Member> read_member(StoredRecords& records, const Row& row) {
  TRAWL_TRY(auto record, records.read_record(row.view(5), row.view(10)));
  return Member{.input = row.integer(0),
                .cluster = row.integer(1),
                .kind = static_cast<int>(row.integer(2)),
                .address = row.text(3),
                .claim = row.text(4),
                .record = std::move(record),
                .source = row.text(6),
                .published = row.is_null(7) ? std::nullopt : std::optional(row.moment(7)),
                .tenant = row.text(11),
                .moved_to = row.text(8),
                .gone_since = row.is_null(9) ? std::nullopt : std::optional(row.moment(9))};
}

/// The lower 48 bits, which SQLite keeps in six bytes: of the keys of a million articles, one in sixteen million is
/// equal to another one by chance.
std::int64_t stored_key(std::uint64_t key) { return static_cast<std::int64_t>(key << 16) >> 16; }

} // namespace

Result<std::vector<Member>> MemberStore::read(std::string_view where, const Value& key) {
  std::vector<Member> members;
  Result<void> result;
  // A page that redirects to one that was looked at has left its address; if the article is there, too, that member
  // says so.
  const auto sql =
      std::string("SELECT m.input, m.cluster, i.kind, i.url, m.claim, m.record, m.source, m.published, m.moved_to, "
                  "CASE WHEN m.moved_to = '' THEN a.gone_since ELSE ifnull(p.gone_since, "
                  "CASE WHEN t.state <> 0 THEN a.gone_since END) END, ")
          .append(kBodyOfRecord)
          .append(", m.tenant FROM members m JOIN inputs i ON i.id = m.input "
                  "LEFT JOIN urls u ON u.url = i.url LEFT JOIN rechecks a ON a.url = u.id "
                  "LEFT JOIN urls t ON m.moved_to <> '' AND t.url = m.moved_to "
                  "LEFT JOIN rechecks p ON p.url = t.id WHERE ")
          .append(where);
  TRAWL_CHECK(db_->each(sql, {key}, [&](const Row& row) {
    auto member = read_member(records_, row);
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

Result<std::vector<Member>> MemberStore::cluster(std::int64_t cluster, std::size_t limit) {
  return read("m.cluster = ? ORDER BY m.input LIMIT " + std::to_string(limit), cluster);
}

Result<bool> MemberStore::is_among_first(std::int64_t input) {
  constexpr auto kMost = static_cast<std::int64_t>(kMostMembers);
  TRAWL_TRY(const auto before,
            db_->number("SELECT count(*) FROM (SELECT 1 FROM members m JOIN members b ON b.cluster = m.cluster "
                        "AND b.input < m.input WHERE m.input = ? LIMIT ?)",
                        {input, kMost}));
  return before < kMost;
}

Result<std::int64_t> MemberStore::cluster_of(std::int64_t input) {
  return db_->number("SELECT cluster FROM members WHERE input = ?", {input});
}

Result<std::vector<Member>> MemberStore::at(std::string_view address) { return read("i.url = ?", address); }

Result<std::vector<std::int64_t>> MemberStore::inputs_with_key(std::uint64_t key, std::size_t limit) {
  std::vector<std::int64_t> inputs;
  const auto stored = stored_key(key);
  TRAWL_CHECK(db_->each("SELECT input FROM member_keys WHERE key = ? LIMIT ?",
                        {stored, static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          inputs.push_back(row.integer(0));
                          return true;
                        }));
  return inputs;
}

Result<std::int64_t> MemberStore::first_by_address(std::uint64_t key, std::size_t limit) {
  std::int64_t cluster = 0;
  TRAWL_CHECK(db_->each("SELECT m.cluster FROM (SELECT input FROM member_keys WHERE key = ? LIMIT ?) k "
                        "JOIN members m ON m.input = k.input JOIN inputs i ON i.id = m.input ORDER BY i.url LIMIT 1",
                        {stored_key(key), static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          cluster = row.integer(0);
                          return false;
                        }));
  return cluster;
}

Result<void> MemberStore::save_member(const Member& member, const std::vector<std::uint64_t>& keys) {
  TRAWL_TRY(const std::string record, records_.pack_record(member.input, member.record));
  const Value published = member.published ? Value(to_seconds(*member.published)) : Value(nullptr);
  TRAWL_CHECK(
      db_->run("INSERT OR REPLACE INTO members(input, cluster, claim, record, source, published, moved_to, tenant) "
               "VALUES(?,?,?,?,?,?,?,?)",
               {member.input, member.cluster, member.claim, Blob{record}, member.source, published, member.moved_to,
                member.tenant}));
  for (const auto key : keys)
    TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO member_keys VALUES(?,?)", {stored_key(key), member.input}));
  return {};
}

Result<void> MemberStore::set_cluster(std::int64_t input, std::int64_t cluster) {
  return db_->run("UPDATE members SET cluster = ? WHERE input = ? AND cluster <> ?", {cluster, input, cluster});
}

Result<void> MemberStore::move_rest(std::int64_t cluster, std::int64_t after, std::int64_t to) {
  return db_->run("UPDATE members SET cluster = ? WHERE cluster = ? AND input > ?", {to, cluster, after});
}

Result<void> MemberStore::remove_member(std::int64_t input, const std::vector<std::uint64_t>& keys) {
  for (const auto key : keys)
    TRAWL_CHECK(db_->run("DELETE FROM member_keys WHERE key = ? AND input = ?", {stored_key(key), input}));
  return db_->run("DELETE FROM members WHERE input = ?", {input});
}

Result<std::size_t> MemberStore::count(std::string_view source) {
  TRAWL_TRY(const auto count, db_->number("SELECT count(*) FROM members WHERE source = ?", {source}));
  return static_cast<std::size_t>(count);
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
    const auto record = records_.read_record(row.view(0), row.view(1));
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
