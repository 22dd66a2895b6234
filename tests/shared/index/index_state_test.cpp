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
  state.store = "0123456789ab";
  state.sources = R"([{"id":"one"}])";
  return state;
}

Xapian::WritableDatabase in_memory() { return Xapian::WritableDatabase(std::string(), Xapian::DB_BACKEND_INMEMORY); }

TEST_CASE("index state: what is written is read", "[index]") {
  for (const std::int64_t committed : {std::int64_t{-5}, std::int64_t{1'775'000'000}}) {
    CommitState state = some_state();
    state.committed = Moment{std::chrono::seconds{committed}};
    Xapian::WritableDatabase database = in_memory();
    write_state(state, database);
    CHECK(read_state(database) == state);
  }
}

TEST_CASE("index state: none, a damaged one and one of another schema are refused", "[index]") {
  Xapian::WritableDatabase database = in_memory();
  CHECK_FALSE(read_state(database));
  for (const char* key : {"trawl.version", "trawl.revision", "trawl.committed", "trawl.sequence"}) {
    CAPTURE(key);
    write_state(some_state(), database);
    for (const char* bad : {"", "x", "1x", "99999999999999999999"}) {
      database.set_metadata(key, bad);
      CHECK_FALSE(read_state(database));
    }
  }
  write_state(some_state(), database);
  database.set_metadata("trawl.version", std::to_string(kSchemaVersion + 1));
  CHECK_FALSE(read_state(database));
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
