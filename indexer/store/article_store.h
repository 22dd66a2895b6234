// SPDX-License-Identifier: GPL-3.0-or-later
/// What was made of the inputs: one member per input, members of one cluster folded into one article, and a sequence
/// number on every change of an article, by which an index follows. No policy: `crawl::Deduplicator` decides.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/article/article.h"

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
  int kind = 0;                    ///< InputKind of the input (read only)
  Moment first_seen{};             ///< of the input (read only)
  std::string address;             ///< where the input was found, canonical
  std::string claim;               ///< the page's own canonical address if it may be believed, or empty
  std::vector<std::uint64_t> keys; ///< members with a key in common may be the same article
  std::string fingerprint;         ///< bytes, see enrich::to_bytes
  std::string record;              ///< to_record of the article
  std::string source = {};         ///< of the article
  std::optional<Moment> published = {};
};

/// One change, as an index applies it.
struct ArticleChange {
  std::uint64_t sequence = 0;
  std::string id;
  std::string record; ///< empty: the article is gone
};

class ArticleStore {
 public:
  explicit ArticleStore(Database& database) : db_(&database) {}

  Result<std::optional<Member>> member(std::int64_t input);
  Result<std::vector<Member>> cluster(std::int64_t cluster);
  /// The clusters of the members with this key; nullopt when over `limit` members share it: it says nothing then.
  Result<std::optional<std::vector<std::int64_t>>> clusters_with_key(std::uint64_t key, std::size_t limit);
  Result<void> save_member(const Member& member);
  Result<void> set_cluster(std::int64_t input, std::int64_t cluster);
  Result<void> remove_member(const Member& member);

  /// Makes `article` the one of its cluster. `own_record`: it is the member's record, which needs no second copy.
  /// False if it was just so: then nothing changes, the sequence neither.
  Result<bool> publish(const Article& article, std::int64_t cluster, std::int64_t member, bool own_record);
  /// Removes the article of this id.
  Result<void> retract(std::string_view id);
  /// Whether an article shows this member, not one it was folded into.
  Result<bool> is_shown(std::int64_t input);
  /// Ids of the articles that stand for a cluster.
  Result<std::vector<std::string>> published(std::int64_t cluster);

  /// Changes after `sequence`, oldest first, at most `limit`; an id changed twice comes once.
  Result<std::vector<ArticleChange>> changes(std::uint64_t sequence, std::size_t limit);
  Result<std::uint64_t> last_sequence();
  Result<std::int64_t> count();
  /// The ids of all sources that have articles.
  Result<std::vector<std::string>> sources();
  /// When articles of a source were published, newest first, at most `limit`.
  Result<std::vector<Moment>> publications(std::string_view source, std::size_t limit);

  /// Every article, by id. Return false to stop.
  Result<void> each(const std::function<bool(std::string_view record)>& visit);
  /// The id of every article that was retracted and did not come back.
  Result<std::vector<std::string>> removed();

 private:
  Result<std::vector<Member>> read(std::string_view where, std::int64_t key);

  Database* db_;
  std::uint64_t last_sequence_ = 0; ///< 0: not read yet
};

} // namespace trawl::store
