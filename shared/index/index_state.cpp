// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/index_state.h"

#include "shared/base/packed.h"

#include <chrono>
#include <utility>

namespace trawl::index {

std::string to_bytes(const CommitState& state) {
  std::string out;
  packed::put_number(out, kSchemaVersion);
  packed::put_number(out, state.revision);
  packed::put_number(out, packed::zigzag_encode(state.committed.time_since_epoch().count()));
  packed::put_number(out, state.store_sequence);
  for (const std::uint32_t count : state.values) packed::put_number(out, count);
  for (const std::string* text : {&state.store, &state.withdrawn, &state.sources}) packed::put_text(out, *text);
  packed::put_number(out, state.shards.size());
  for (const auto& [folder, mark] : state.shards) {
    packed::put_text(out, folder);
    packed::put_text(out, mark.uuid);
    packed::put_number(out, mark.revision);
  }
  return out;
}

std::optional<CommitState> commit_state_from(std::string_view bytes) {
  CommitState state;
  std::uint64_t version = 0, committed = 0;
  if (!packed::take_number(bytes, version) || version != kSchemaVersion ||
      !packed::take_number(bytes, state.revision) || !packed::take_number(bytes, committed) ||
      !packed::take_number(bytes, state.store_sequence))
    return std::nullopt;
  state.committed = Moment(std::chrono::seconds(packed::zigzag_decode(committed)));
  for (std::uint32_t& count : state.values) {
    std::uint64_t number = 0;
    if (!packed::take_number(bytes, number) || number > kMostValues) return std::nullopt;
    count = static_cast<std::uint32_t>(number);
  }
  for (std::string* text : {&state.store, &state.withdrawn, &state.sources}) {
    std::string_view taken;
    if (!packed::take_text(bytes, taken)) return std::nullopt;
    *text = taken;
  }
  std::uint64_t shards = 0;
  if (!packed::take_number(bytes, shards)) return std::nullopt;
  for (; shards > 0; --shards) {
    std::string_view folder, uuid;
    std::uint64_t revision = 0;
    if (!packed::take_text(bytes, folder) || !packed::take_text(bytes, uuid) || !packed::take_number(bytes, revision))
      return std::nullopt;
    state.shards[std::string(folder)] = {std::string(uuid), revision};
  }
  return bytes.empty() ? std::optional(std::move(state)) : std::nullopt;
}

ShardMark mark_of(const Xapian::Database& shard) { return {shard.get_uuid(), shard.get_revision()}; }

bool has_shards(const CommitState& state, const std::vector<std::string>& names) {
  return names.size() + (state.withdrawn.empty() ? 0 : 1) == state.shards.size() + 1;
}

bool is_shard_of(const CommitState& state, const std::string& folder, const Xapian::Database& shard) {
  const auto known = state.shards.find(folder);
  if (known == state.shards.end()) return false;
  const ShardMark mark = mark_of(shard);
  return mark.uuid == known->second.uuid && mark.revision >= known->second.revision;
}

bool fits(const RowColumns& rows, const CommitState& state) {
  for (std::size_t i = 0; i < kFields; ++i)
    if (rows.limits[i] > state.values[i]) return false;
  return true;
}

std::uint64_t identity_of(const CommitState& state, std::string_view uuid) {
  std::uint64_t identity = 14695981039346656037ULL; // FNV-1a
  const std::string bytes = to_bytes(state).append(uuid);
  for (const char c : bytes) identity = (identity ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return identity;
}

} // namespace trawl::index
