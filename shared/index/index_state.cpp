// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_state.h"

#include "shared/base/whole_number.h"

#include <chrono>
#include <utility>

namespace trawl::index {
namespace {

const std::string kVersion = "trawl.version", kRevision = "trawl.revision", kCommitted = "trawl.committed",
                  kSequence = "trawl.sequence", kStore = "trawl.store", kSources = "trawl.sources";

template <typename Number>
bool read_number(const Xapian::Database& database, const std::string& key, Number& number) {
  const auto read = whole_number<Number>(database.get_metadata(key));
  number = read.value_or(0);
  return read.has_value();
}

} // namespace

void write_state(const CommitState& state, Xapian::WritableDatabase& database) {
  database.set_metadata(kVersion, std::to_string(kSchemaVersion));
  database.set_metadata(kRevision, std::to_string(state.revision));
  database.set_metadata(kCommitted, std::to_string(state.committed.time_since_epoch().count()));
  database.set_metadata(kSequence, std::to_string(state.store_sequence));
  database.set_metadata(kStore, state.store);
  database.set_metadata(kSources, state.sources);
}

std::optional<CommitState> read_state(const Xapian::Database& database) {
  CommitState state;
  int version = 0;
  std::int64_t committed = 0;
  if (!read_number(database, kVersion, version) || version != kSchemaVersion ||
      !read_number(database, kRevision, state.revision) || !read_number(database, kCommitted, committed) ||
      !read_number(database, kSequence, state.store_sequence))
    return std::nullopt;
  state.committed = Moment(std::chrono::seconds(committed));
  state.store = database.get_metadata(kStore);
  state.sources = database.get_metadata(kSources);
  return state;
}

std::uint64_t identity_of(const CommitState& state, std::string_view uuid) {
  std::uint64_t identity = 14695981039346656037ULL; // FNV-1a
  const auto add = [&](std::string_view bytes) {
    for (const char c : bytes) identity = (identity ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  };
  for (const std::uint64_t number :
       {state.revision, state.store_sequence, static_cast<std::uint64_t>(state.committed.time_since_epoch().count())})
    add(std::to_string(number) + " ");
  for (const std::string_view text : {std::string_view(state.store), std::string_view(state.sources), uuid}) add(text);
  return identity;
}

} // namespace trawl::index
