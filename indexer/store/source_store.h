// SPDX-License-Identifier: GPL-3.0-or-later
/// What crawls remember of each source: its definition, the state of its seeds, what failed last, and how
/// often it was asked.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// A source as it was defined when it was last crawled, so that a rebuild does not need the catalogue.
struct RememberedSource {
  std::string id;
  std::string definition; ///< a catalogue (JSON) that contains only this source
};

/// The state of a seed between two crawls. Times of 0: never.
struct SeedState {
  std::string url; ///< as configured
  std::string source;
  std::string moved_to; ///< where permanent redirects led, or empty
  int moves = 0;        ///< how often in a row they led there
  std::string etag, last_modified;
  Moment asked_at{}, succeeded_at{};
  Moment fresh_until{}; ///< until then the response is fresh (RFC 9111), or the server asked us to wait
  Moment due_at{};      ///< when our own schedule asks again
  std::chrono::seconds interval{};
  int failures = 0; ///< in a row
  std::string code, error;
  std::string next; ///< the page with older entries that it named last, or empty
};

/// The last failure of one URL of a source, and how often it failed.
struct Failure {
  std::string source, url, code, sentence;
  int count = 1;
  Moment last{};
};

/// How many requests to a source had this outcome, and the bytes that were received. Since the store was made.
struct FetchCount {
  std::string source;
  std::string outcome; ///< ok, not_modified, redirect, client_error, server_error, no_answer
  std::int64_t count = 0;
  std::int64_t bytes = 0;

  bool operator==(const FetchCount&) const = default;
};

class SourceStore {
 public:
  explicit SourceStore(Database& database) : db_(&database) {}

  Result<void> save_source(const RememberedSource& source);
  /// In the order in which the user subscribed to them.
  Result<std::vector<RememberedSource>> sources();
  /// The place of a source in that order; that of one which was never crawled comes last.
  Result<std::int64_t> position(std::string_view source);

  /// Gives a source the label that an import named, unless it has one.
  Result<void> save_label(std::string_view source, std::string_view label);
  Result<std::map<std::string, std::string, std::less<>>> labels();

  /// The state of a seed; a new one if the seed is unknown.
  Result<SeedState> seed(std::string_view url, std::string_view source);
  Result<void> save_seed(const SeedState& state);
  Result<void> forget_seed(std::string_view url);
  /// By source and URL, without `next`, which an older store that is only read does not have.
  Result<std::vector<SeedState>> seeds();

  /// Backfills that have not ended, by source: since when.
  Result<std::map<std::string, Moment, std::less<>>> backfills();
  Result<void> begin_backfill(std::string_view source, Moment now); ///< unless it has begun
  Result<void> end_backfill(std::string_view source);

  /// Adds the failure, or replaces the last one of this URL and counts one more.
  Result<void> save_failure(const Failure& failure);
  Result<void> clear_failure(std::string_view source, std::string_view url);
  Result<std::vector<Failure>> failures(std::string_view source); ///< by URL
  Result<std::optional<Failure>> failure(std::string_view source, std::string_view url);

  Result<void> add_fetches(const FetchCount& added);
  Result<std::vector<FetchCount>> fetches(); ///< by source and outcome

 private:
  Database* db_;
};

} // namespace trawl::store
