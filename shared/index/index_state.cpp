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
  return bytes.empty() ? std::optional(std::move(state)) : std::nullopt;
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
