// SPDX-License-Identifier: GPL-3.0-or-later
/// The context of one request to the cluster engine: the connection, and the state of the indices.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/opensearch/store_state.h"
#include "shared/search/response.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::opensearch {

/// A value of a filter field, and the number of articles that have it.
struct KnownValue {
  std::string key, shown;
  std::size_t count = 0;
};

/// What is remembered from one request to the next as long as the state is the same.
struct Memory {
  search::IndexState state;
  std::vector<StoreState> states;
  std::chrono::steady_clock::time_point read_at{};                    ///< when the states were read
  std::map<std::string, std::vector<KnownValue>, std::less<>> values; ///< by field and articles
};

class Session {
 public:
  /// NoIndex if nothing has been written to the cluster yet. Clears `memory` if it belongs to another state.
  static Result<Session> begin(Client& client, Memory& memory, CallLimit limit);

  Result<Json> search(const Json& body) const;
  /// A search in `point`, a point in time, so that a growing index does not shift the pages. Without one, or when it
  /// has expired, the current index is searched, and `point` is empty.
  Result<Json> search_in(Json body, std::string& point) const;
  /// Empty if the cluster, which has few of them for all readers (300 a node), has none left.
  std::string open_point() const;
  /// Says that a point in time is no longer needed.
  void close_point(const std::string& point) const;

  /// The values of a filter field in the articles of a query, most frequent first; at most kMaxValues of them.
  Result<const std::vector<KnownValue>*> values(std::string_view field, const Json& within) const;

  const search::IndexState& state() const { return memory_.state; }
  const std::vector<StoreState>& states() const { return memory_.states; }

  /// The label of a source; its id if it has none.
  std::string label(std::string_view source) const;

  Client& client() const { return client_; }
  CallLimit limit() const { return limit_; }

 private:
  Session(Client& client, Memory& memory, CallLimit limit) : client_(client), memory_(memory), limit_(limit) {}

  Client& client_;
  Memory& memory_;
  CallLimit limit_;
};

/// The number of values of a field that are counted exactly.
inline constexpr std::size_t kMaxValues = 20'000;

/// The aggregation that counts the values of a field.
Json values_aggregation(std::string_view field);

/// Reads the result of `values_aggregation`.
std::vector<KnownValue> read_values(const Json& buckets);

} // namespace trawl::opensearch
