// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_state.h"

#include <set>
#include <string>

#include <catch2/catch.hpp>

namespace index_state_test {

using namespace trawl;
using namespace trawl::index;

CommitState some_state() {
  CommitState state;
  state.revision = 300;
  state.committed = parse_rfc3339("2026-04-08T09:30:00Z")->time;
  state.store_sequence = 70'000;
  for (std::size_t i = 0; i < state.values.size(); ++i) state.values[i] = static_cast<std::uint32_t>(i * 1'000);
  state.store = "0123456789ab";
  state.withdrawn = "shard-4";
  state.shards = {{"shard-3", {"c0ffee", 300}}, {"shard-4", {"decade", 7}}};
  state.sources = R"([{"id":"one"}])";
  return state;
}

TEST_CASE("index state: what is written is read", "[index]") {
  CHECK(commit_state_from(to_bytes(some_state())) == some_state());
  CommitState early;
  early.committed = Moment{std::chrono::seconds{-5}};
  CHECK(commit_state_from(to_bytes(early)) == early);
}

TEST_CASE("index state: bytes that are cut, longer or of another schema are refused", "[index]") {
  const std::string bytes = to_bytes(some_state());
  for (std::size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(commit_state_from(bytes.substr(0, size)));
  CHECK_FALSE(commit_state_from(bytes + "x"));
  std::string other = bytes;
  other[0] = static_cast<char>(kSchemaVersion + 1);
  CHECK_FALSE(commit_state_from(other));
}

TEST_CASE("index state: numbers of values that no index can have are refused", "[index]") {
  CommitState state = some_state();
  state.values.back() = UINT32_MAX;
  CHECK_FALSE(commit_state_from(to_bytes(state)));
}

TEST_CASE("index state: each commit and each index has an identity of its own", "[index]") {
  std::set<std::uint64_t> identities{identity_of(some_state(), "a")};
  CommitState changed = some_state();
  changed.store = "another";
  identities.insert(identity_of(changed, "a"));
  changed = some_state();
  ++changed.revision;
  identities.insert(identity_of(changed, "a"));
  changed = some_state();
  changed.committed += std::chrono::seconds{1};
  identities.insert(identity_of(changed, "a"));
  identities.insert(identity_of(some_state(), "b"));
  CHECK(identities.size() == 5);
  CHECK(identities.contains(identity_of(some_state(), "a")));
}

} // namespace index_state_test
