// SPDX-License-Identifier: GPL-3.0-or-later
/// Published articles: one per cluster of members. Every change gets a sequence number, so that an index can follow.
/// No policy: `identity::Deduplicator` decides.
///
/// Changes are made inside the caller's Transaction, and by one store object at a time. `Database` must outlive the
/// store. Not thread-safe.
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

/// One change, as an index applies it.
struct ArticleChange {
  std::uint64_t sequence = 0;
  std::string id;
  std::string record; ///< empty: the article was removed
};

enum class Articles : std::uint8_t {
  Living,
  All, ///< also those that are gone
};

struct PublishedArticle {
  std::int64_t cluster = 0, member = 0;
  std::string record;
};

class ArticleStore {
 public:
  explicit ArticleStore(Database& database) : db_(&database), records_(database) {}

  /// Makes the article of this id and record the published one of its cluster. `own_record`: the record equals the
  /// member's, so no second copy is stored. False if nothing changed; the sequence stays the same then.
  /// `gone_since`: when the article was withdrawn; it is hidden then.
  Result<bool> publish(std::string_view id, std::string_view record, std::int64_t cluster, std::int64_t member,
                       bool own_record, std::optional<Moment> gone_since = std::nullopt);
  /// Removes the article with this id.
  Result<void> retract(std::string_view id);
  /// The published article that has this id.
  Result<std::optional<PublishedArticle>> find(std::string_view id);
  /// The article of this id is not to be published, until `include`: what the user removed. `input`: of its cluster.
  Result<void> exclude(std::string_view id, std::int64_t input);
  Result<void> include(std::string_view id);
  /// The input that an excluded id was excluded with; nullopt if the id is not excluded.
  Result<std::optional<std::int64_t>> excluded(std::string_view id);
  /// The id of the published article that is the input's own; nullopt: another one of its cluster is shown, or none.
  Result<std::optional<std::string>> shown_for(std::int64_t input);
  /// The id of the article that is published for a cluster, if one is.
  Result<std::optional<std::string>> published(std::int64_t cluster);

  /// Changes after `sequence`, oldest first, at most `limit`; only the latest change of each id. For an index of living
  /// articles, one that is gone is removed.
  Result<std::vector<ArticleChange>> changes(std::uint64_t sequence, std::size_t limit,
                                             Articles which = Articles::Living);
  Result<std::uint64_t> last_sequence();
  /// Of living articles.
  Result<std::int64_t> count();

  /// Every article, by id. Return false to stop.
  Result<void> each(const std::function<bool(std::string_view record)>& visit, Articles which = Articles::Living);
  /// The ids of all articles that were retracted and not published again.
  Result<std::vector<std::string>> removed();

 private:
  Database* db_;
  StoredRecords records_;
  std::uint64_t last_sequence_ = 0; ///< 0: not read yet
};

} // namespace trawl::store
