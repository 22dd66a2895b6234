// SPDX-License-Identifier: GPL-3.0-or-later
/// Which stored pages are requested again when, and what came of it. No policy: `crawl::Rechecker` decides.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// What is known of one URL's page since it was stored. Times of 0: never.
struct Recheck {
  std::int64_t url = 0;              ///< id of its UrlRow
  std::optional<Moment> due_at = {}; ///< nullopt: not planned
  Moment checked_at{};               ///< when the page was there last
  int misses = 0;                    ///< days in a row on which it was asked for and was not there
  Moment missed_at{};                ///< the last of them
  int edits = 0;                     ///< how often it was found changed
  std::optional<Moment> gone_since = {};
};

/// How often the pages of a source change, as far as rechecks have seen, and how many of them were made on a day.
struct ChangeRate {
  std::string source;
  Moment day{};
  int requests = 0;               ///< rechecks on that UTC day
  std::int64_t article_hours = 0; ///< between a look at a page and the next, in total
  int changes = 0;                ///< pages that were then found edited or missing
  Moment answered_at{};           ///< when one of its article pages was there last
};

class RecheckStore {
 public:
  explicit RecheckStore(Database& database) : db_(&database) {}

  /// A new one if nothing is known of the URL.
  Result<Recheck> of(std::int64_t url);
  Result<void> save(const Recheck& recheck);
  /// Ids of the URLs of a source that are due at `now`, at most `limit`: missing ones first, then the longest due.
  Result<std::vector<std::int64_t>> due(std::string_view source, Moment now, std::size_t limit);

  /// A new one if nothing is known of the source.
  Result<ChangeRate> rate(std::string_view source);
  Result<void> save_rate(const ChangeRate& rate);

 private:
  Database* db_;
};

} // namespace trawl::store
