// SPDX-License-Identifier: GPL-3.0-or-later
/// Members: the article extracted from each input, before duplicates are folded into one. Members of one cluster are
/// the same article. No policy: `identity::Deduplicator` decides which members form a cluster.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/store/stored_record.h"
#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// The article of one input, before folding.
struct Member {
  std::int64_t input = 0;
  std::int64_t cluster = 0;
  int kind = 0;            ///< InputKind of the input (read only)
  std::string address;     ///< where the input was found, canonical (read only)
  std::string claim;       ///< the canonical URL that the page states, if credible; else empty
  std::string record;      ///< to_record of the article
  std::string source = {}; ///< of the article
  std::optional<Moment> published = {};
  std::string tenant = {};   ///< at nobody's place its folder (indexer/identity/places.h); empty: its source's
  std::string moved_to = {}; ///< where `address` redirects to; else empty
  /// Since when the article is no longer there, neither at its address nor where that redirects to (read only).
  std::optional<Moment> gone_since = {};
};

/// So many members of a cluster are looked at; further copies are in it as they have come.
inline constexpr std::size_t kMostMembers = 100;

class MemberStore {
 public:
  explicit MemberStore(Database& database) : db_(&database), records_(database) {}

  Result<std::optional<Member>> member(std::int64_t input);
  /// The first `limit` members of a cluster.
  Result<std::vector<Member>> cluster(std::int64_t cluster, std::size_t limit = kMostMembers);
  /// Whether it is one of those that `cluster` returns.
  Result<bool> is_among_first(std::int64_t input);
  /// 0: there is no such member.
  Result<std::int64_t> cluster_of(std::int64_t input);
  /// The members found at this address: one for each kind of input.
  Result<std::vector<Member>> at(std::string_view address);
  /// The inputs of the first `limit` members with this key, without reading these.
  Result<std::vector<std::int64_t>> inputs_with_key(std::uint64_t key, std::size_t limit);
  /// Of those, the cluster of the one whose address sorts first; 0: there is none.
  Result<std::int64_t> first_by_address(std::uint64_t key, std::size_t limit);
  /// Adds or replaces a member, and adds these keys to it: members with a key in common may be the same article.
  Result<void> save_member(const Member& member, const std::vector<std::uint64_t>& keys);
  Result<void> set_cluster(std::int64_t input, std::int64_t cluster);
  /// Moves those of a cluster whose inputs come after `after` to another one.
  Result<void> move_rest(std::int64_t cluster, std::int64_t after, std::int64_t to);
  /// `keys`: all that it has.
  Result<void> remove_member(std::int64_t input, const std::vector<std::uint64_t>& keys);

  /// How many are of a source.
  Result<std::size_t> count(std::string_view source);
  /// The ids of all sources that have articles.
  Result<std::vector<std::string>> sources();
  /// Calls `visit` with the records of a source's articles until it returns false.
  Result<void> each_record(std::string_view source, const std::function<bool(std::string_view)>& visit);
  /// Publication times of a source's articles, newest first, at most `limit`.
  Result<std::vector<Moment>> publications(std::string_view source, std::size_t limit);

 private:
  Result<std::vector<Member>> read(std::string_view where, const Value& key);

  Database* db_;
  StoredRecords records_;
};

} // namespace trawl::store
