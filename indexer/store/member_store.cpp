// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/member_store.h"

#include <algorithm>
#include <cstddef>
#include <map>
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
                .voice = row.text(11),
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
          .append(", m.voice FROM members m JOIN inputs i ON i.id = m.input "
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

Result<std::int64_t> MemberStore::cluster_of(std::int64_t input) {
  return db_->number("SELECT cluster FROM members WHERE input = ?", {input});
}

Result<std::vector<std::int64_t>> MemberStore::inputs_of(std::int64_t cluster, std::size_t limit) {
  std::vector<std::int64_t> inputs;
  TRAWL_CHECK(db_->each("SELECT input FROM members WHERE cluster = ? ORDER BY input LIMIT ?",
                        {cluster, static_cast<std::int64_t>(limit)}, [&](const Row& row) {
                          inputs.push_back(row.integer(0));
                          return true;
                        }));
  return inputs;
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
  const auto written = static_cast<std::ptrdiff_t>(inputs.size());
  for (auto one = new_keys_.find(stored); one != new_keys_.end() && one->first == stored && inputs.size() < limit;
       ++one)
    inputs.push_back(one->second);
  std::sort(inputs.begin() + written, inputs.end());
  return inputs;
}

Result<std::optional<std::vector<std::int64_t>>> MemberStore::clusters_with_key(std::uint64_t key, std::size_t limit) {
  TRAWL_TRY(auto holders, inputs_with_key(key, limit + 1));
  if (holders.size() > limit) return std::nullopt;
  for (auto& holder : holders) {
    TRAWL_TRY(holder, cluster_of(holder));
  }
  std::erase(holders, 0); // a key may outlive its member
  return holders;
}

Result<std::optional<std::vector<KeyHolder>>> MemberStore::with_key(std::uint64_t key, std::size_t limit) {
  TRAWL_TRY(const auto inputs, inputs_with_key(key, limit + 1));
  if (inputs.size() > limit) return std::nullopt;
  std::vector<KeyHolder> holders;
  for (const auto input : inputs) {
    TRAWL_CHECK(db_->each("SELECT m.cluster, i.url, m.claim FROM members m JOIN inputs i ON i.id = m.input "
                          "WHERE m.input = ?",
                          {input}, [&](const Row& row) {
                            holders.push_back({row.integer(0), row.text(1), row.text(2)});
                            return false;
                          }));
  }
  return holders;
}

Result<void> MemberStore::save_member(const Member& member, const std::vector<std::uint64_t>& keys) {
  TRAWL_TRY(const std::string record, records_.pack_record(member.input, member.record));
  const Value published = member.published ? Value(to_seconds(*member.published)) : Value(nullptr);
  TRAWL_CHECK(
      db_->run("INSERT OR REPLACE INTO members(input, cluster, claim, record, source, published, moved_to, voice) "
               "VALUES(?,?,?,?,?,?,?,?)",
               {member.input, member.cluster, member.claim, Blob{record}, member.source, published, member.moved_to,
                member.voice}));
  for (const auto key : keys) new_keys_.emplace(stored_key(key), member.input);
  return collects_keys_ ? Result<void>{} : write_keys();
}

Result<void> MemberStore::write_keys() {
  std::vector<std::pair<std::int64_t, std::int64_t>> keys(new_keys_.begin(), new_keys_.end());
  new_keys_.clear();
  std::ranges::sort(keys);
  for (const auto& [key, input] : keys)
    TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO member_keys VALUES(?,?)", {key, input}));
  return {};
}

Result<void> MemberStore::set_cluster(std::int64_t input, std::int64_t cluster) {
  return db_->run("UPDATE members SET cluster = ? WHERE input = ? AND cluster <> ?", {cluster, input, cluster});
}

Result<void> MemberStore::move_rest(std::int64_t cluster, std::int64_t after, std::int64_t to) {
  return db_->run("UPDATE members SET cluster = ? WHERE cluster = ? AND input > ?", {to, cluster, after});
}

Result<void> MemberStore::remove_member(std::int64_t input, const std::vector<std::uint64_t>& keys) {
  for (const auto key : keys) {
    const auto stored = stored_key(key);
    TRAWL_CHECK(db_->run("DELETE FROM member_keys WHERE key = ? AND input = ?", {stored, input}));
    const auto [first, end] = new_keys_.equal_range(stored);
    const auto own = std::find_if(first, end, [&](const auto& one) { return one.second == input; });
    if (own != end) new_keys_.erase(own);
  }
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
