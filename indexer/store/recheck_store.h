// SPDX-License-Identifier: GPL-3.0-or-later
/// Which stored pages are requested again when, and what came of it. No policy: `crawl::Rechecker` decides.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// A moment that is always due, and comes first.
inline constexpr Moment kNow{};

/// What is known of one URL's page since it was stored. Times of 0: never.
struct Recheck {
  std::int64_t url = 0;              ///< id of its UrlRow
  std::optional<Moment> due_at = {}; ///< nullopt: not planned; kNow: because of what a seed or other pages show
  Moment checked_at{};               ///< when the page was there last
  int misses = 0;                    ///< days since then on which its server said that it is not there
  Moment missed_at{};                ///< the last of them; if there is none: since when nothing is answered
  std::optional<Moment> gone_since = {};
};

/// The looks at the pages of a source.
struct SourceLooks {
  std::string source;
  Moment day{};
  int requests = 0;     ///< on that UTC day
  Moment answered_at{}; ///< when one of its article pages was there last
};

class RecheckStore {
 public:
  explicit RecheckStore(Database& database) : db_(&database) {}

  /// A new one if nothing is known of the URL.
  Result<Recheck> of(std::int64_t url);
  Result<void> save(const Recheck& recheck);
  /// Ids of the URLs of a source that are due at `now`, at most `limit`: first those whose pages have never been there,
  /// then missing ones, then the longest due.
  Result<std::vector<std::int64_t>> due(std::string_view source, Moment now, std::size_t limit);

  /// The id of the URL of a source, beginning with `host`, whose page was there last; nullopt if no page but that of
  /// the URL `except` is known to be there.
  Result<std::optional<std::int64_t>> last_there(std::string_view source, std::string_view host, std::int64_t except);

  /// The stored pages of a source that wait for their turn, were there before `checked`, and have not been missed
  /// since.
  Result<std::vector<Recheck>> others(std::string_view source, Moment checked);
  /// Whether a seed that was read since `since` lists the URL.
  Result<bool> is_listed(std::int64_t url, Moment since);
  /// Whether a seed lists a stored page that the seed `other` does not, or did not since `since`.
  Result<bool> lists_more(std::string_view seed, std::string_view other, Moment since);
  /// How many articles its publisher has withdrawn, by source.
  Result<std::map<std::string, std::int64_t>> gone();

  /// A new one if nothing is known of the source.
  Result<SourceLooks> looks(std::string_view source);
  Result<void> save_looks(const SourceLooks& looks);

 private:
  Database* db_;
};

} // namespace trawl::store
