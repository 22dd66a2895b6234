// SPDX-License-Identifier: GPL-3.0-or-later
/// The transactions of a crawl, one after another, and what must survive a restart: the politeness state and the counts
/// of requests.
#pragma once

#include "indexer/crawl/frontier/crawl_context.h"
#include "indexer/fetch/politeness.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::crawl {

/// Everything between two commits is stored together or not at all. Each commit includes how often every host was
/// asked today and until when it is closed, and how its requests went. Not thread-safe.
class StoreSession {
 public:
  /// All must outlive the session.
  StoreSession(CrawlContext& context, store::Database& database, fetch::Politeness& politeness)
      : context_(context), database_(database), politeness_(politeness) {}

  /// Gives the politeness state of earlier crawls to `politeness`. Call it before `begin`.
  Result<void> restore_politeness();

  /// Begins the first transaction.
  Result<void> begin();
  /// A request to this host has ended; the next commit saves the host's politeness state.
  void note_request(std::string host) { requested_hosts_.insert(std::move(host)); }
  /// A request to this source had this outcome (store::FetchCount).
  void count_fetch(const std::string& source, std::string_view outcome, std::size_t bytes);
  /// Whether the current transaction is old enough to commit.
  bool is_due() const;
  /// Commits without beginning another transaction.
  Result<void> commit();

 private:
  Result<void> save_politeness();
  Result<void> save_fetches();

  CrawlContext& context_;
  store::Database& database_;
  fetch::Politeness& politeness_;
  std::set<std::string> requested_hosts_;                                    ///< since the last commit
  std::map<std::pair<std::string, std::string>, store::FetchCount> fetches_; ///< since then, by source and outcome
  std::optional<store::Transaction> transaction_;
  fetch::Instant began_{};
};

} // namespace trawl::crawl
