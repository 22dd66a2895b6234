// SPDX-License-Identifier: GPL-3.0-or-later
/// The context of one request to the cluster engine: the connection, the state of the indices, and answers that are
/// cached as long as this state does not change.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/opensearch/store_state.h"
#include "shared/search/plan/term_statistics.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::opensearch {

/// A value of a filter field, and the number of articles that have it.
struct KnownValue {
  std::string key, shown;
  std::size_t count = 0;
};

/// Cached answers, which are valid for one state.
struct Memory {
  bool is_known_version = false;
  search::IndexState state;
  std::vector<StoreState> states;
  std::chrono::steady_clock::time_point read_at{};                         ///< when the states were read
  std::map<std::string, std::size_t, std::less<>> counts;                  ///< by query
  std::map<std::string, std::vector<KnownValue>, std::less<>> values;      ///< by field and articles
  std::map<std::string, std::vector<search::TermCount>, std::less<>> near; ///< by word and what was wanted
};

class Session {
 public:
  /// NoIndex if nothing has been written to the cluster yet. Clears `memory` if it belongs to another state.
  static Result<Session> begin(Client& client, Memory& memory, const CallLimit& limit);

  Result<Json> search(const Json& body) const;
  /// A search in `point`, a point in time, so that a growing index does not shift the pages; opens one if it is empty.
  /// The cluster has few of them for all readers (300 a node), so without one, or when it has expired, the current
  /// index is searched, and `point` is empty.
  Result<Json> search_in_point(Json body, std::string& point) const;
  /// Says that a point in time is no longer needed.
  void close_point(const std::string& point) const;

  /// Sends this search along with the next counts, so that `search` already has its answer. For a search that will
  /// follow unless the counts change it.
  void prefetch(const Json& body) const;

  /// The number of articles that each query finds. Sends one request for those that are not cached.
  Result<std::vector<std::size_t>> counts(const std::vector<Json>& queries) const;
  /// The number of a query, if it is cached.
  std::optional<std::size_t> known_count(const Json& query) const;

  /// The values of a filter field in the articles of a query, most frequent first; at most kMaxValues of them.
  Result<const std::vector<KnownValue>*> values(std::string_view field, const Json& within) const;
  /// The same, if they are cached; else null.
  const std::vector<KnownValue>* known_values(std::string_view field, const Json& within) const;

  /// The words of articles near a mistyped one.
  Result<void> near(const std::string& word, const search::NearWordsWanted& wanted) const;
  /// The same, if they are cached; else null.
  const std::vector<search::TermCount>* known_near(const std::string& word,
                                                   const search::NearWordsWanted& wanted) const;

  search::IndexState state() const { return combined_state(states_); }
  const std::vector<StoreState>& states() const { return states_; }

  /// The label of a source; its id if it has none.
  std::string label(std::string_view source) const;

  Client& client() const { return client_; }
  const CallLimit& limit() const { return limit_; }

 private:
  Session(Client& client, Memory& memory, CallLimit limit, std::vector<StoreState> states);

  Client& client_;
  Memory& memory_;
  CallLimit limit_;
  std::vector<StoreState> states_;
  std::map<std::string, std::string, std::less<>> labels_;
  mutable std::string expected_;             ///< the body of a search
  mutable std::optional<Json> known_answer_; ///< the answer to `expected_`

  Result<Json> count_with_expected(const Json& body) const;
};

/// The number of values of a field that are counted exactly.
inline constexpr std::size_t kMaxValues = 20'000;

/// The aggregation that counts the values of a field.
Json values_aggregation(std::string_view field);

/// The buckets of an aggregation in `answer`; empty if it is missing.
const Json& buckets_of(const Json& answer, const std::string& pointer);

/// Reads the result of `values_aggregation`.
std::vector<KnownValue> read_values(const Json& buckets);

/// A number in a JSON answer, 0 if it is missing.
std::size_t number_at(const Json& answer, const std::string& pointer);

} // namespace trawl::opensearch
