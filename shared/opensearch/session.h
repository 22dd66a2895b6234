// SPDX-License-Identifier: GPL-3.0-or-later
/// What one request to the cluster engine works with: the connection, the state of the indices, and what is remembered
/// of them as long as the state stays the same.
#pragma once

#include "shared/opensearch/client.h"
#include "shared/opensearch/store_state.h"

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

/// A value of a filter field, and how many articles have it.
struct KnownValue {
  std::string key, shown;
  std::size_t count = 0;
};

/// Remembered answers, which are true for one state.
struct Memory {
  bool is_known_version = false;
  search::IndexState state;
  std::vector<StoreState> states;
  std::chrono::steady_clock::time_point read_at{};                    ///< when the states were read
  std::map<std::string, std::size_t, std::less<>> counts;             ///< by query
  std::map<std::string, std::vector<KnownValue>, std::less<>> values; ///< by field
};

class Session {
 public:
  /// NoIndex if nothing was written to the cluster yet. Forgets `memory` if it is of another state.
  static Result<Session> begin(Client& client, Memory& memory, const CallLimit& limit);

  Result<Json> search(const Json& body) const;
  /// A search in a point in time, which `body` names.
  Result<Json> search_in_point(const Json& body) const;
  /// Opens a point in time: its id.
  Result<std::string> open_point() const;

  /// How many articles each query finds. One request for those that are not remembered.
  Result<std::vector<std::size_t>> counts(const std::vector<Json>& queries) const;
  Result<std::size_t> count(const Json& query) const;

  /// The values of a filter field, most frequent first; of very many, the most frequent ones.
  Result<const std::vector<KnownValue>*> values(std::string_view field) const;

  search::IndexState state() const { return combined_state(states_); }
  const std::vector<StoreState>& states() const { return states_; }

  /// The label of a source; its id if there is none.
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
};

/// So many values of a field are counted exactly.
inline constexpr std::size_t kMaxValues = 20'000;

/// The aggregation that counts the values of a field.
Json values_aggregation(std::string_view field);

/// The buckets of an aggregation of `answer`; none if it is not there.
const Json& buckets_of(const Json& answer, const std::string& pointer);

/// What `values_aggregation` found.
std::vector<KnownValue> read_values(const Json& buckets);

/// A number of a JSON answer, 0 if it is not there.
std::size_t number_at(const Json& answer, const std::string& pointer);

} // namespace trawl::opensearch
