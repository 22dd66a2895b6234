// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/as_of.h"

#include "shared/base/sha256.h"

#include <optional>
#include <string>
#include <utility>

namespace trawl::search {
namespace {

using index::Lag;

std::string changes_of(const Lag& lag) {
  return std::to_string(lag.changes) + (lag.changes == 1 ? " change" : " changes");
}

std::string are_not(const Lag& lag) { return lag.changes == 1 ? " is not" : " are not"; }

std::optional<Warning> warning_of(const Lag& lag) {
  const std::string changes = changes_of(lag) + " of crawl.db", lacks = changes + are_not(lag);
  switch (lag.verdict) {
  case Lag::Verdict::NoStore:
  case Lag::Verdict::Current:
    return std::nullopt;
  case Lag::Verdict::Behind:
    if (!lag.is_written)
      return Warning{"index_behind", lacks + " in the index yet; the next crawl or import adds what is missing.", {}};
    if (lag.changes <= index::kMostPending) return std::nullopt; // it is about to be committed
    return Warning{"index_behind", lacks + " in the index yet; the crawl or import that is running adds them.", {}};
  case Lag::Verdict::Ahead:
    return Warning{"index_ahead",
                   "The index is " + changes_of(lag) +
                       " ahead of crawl.db, as after a power failure; the next crawl or import makes it again.",
                   {}};
  case Lag::Verdict::Foreign:
    return Warning{"index_foreign",
                   "The index was made from another crawl.db: " + lacks + " in it; " + index::kIfForeign + ".",
                   {}};
  case Lag::Verdict::Unknown:
    return Warning{"index_unknown", "Whether the index has all changes of crawl.db is not known: " + lag.problem, {}};
  }
  return std::nullopt;
}

std::optional<std::uint64_t> behind(const Lag& lag) {
  switch (lag.verdict) {
  case Lag::Verdict::Current:
    return 0;
  case Lag::Verdict::Behind:
  case Lag::Verdict::Foreign:
    return lag.changes;
  default:
    return std::nullopt;
  }
}

} // namespace

IndexState state_as_of(const Snapshot& snapshot, const Lag& lag) {
  IndexState state = snapshot.state();
  state.store = snapshot.index->state().store;
  state.sequence = snapshot.index->state().store_sequence;
  state.behind = behind(lag);
  if (auto warning = warning_of(lag))
    state.warnings.push_back(std::move(*warning));
  else if (snapshot.index->columns().live_documents == 0)
    state.warnings.push_back({"index_empty",
                              "No articles yet: the next crawl or import brings some; `trawl sources status` says what "
                              "each source gave.",
                              {}});
  if (lag != Lag{.verdict = Lag::Verdict::Current}) {
    const std::string said = state.warnings.empty() ? "" : state.warnings.front().message;
    state.identity ^= sha256_number(std::to_string(state.behind.value_or(0)) + (state.behind ? " " : "?") + said);
  }
  return state;
}

Error with_changes(Error error, const Lag& lag) {
  const bool is_of_index = error.code == ErrorCode::NoIndex || error.code == ErrorCode::IndexDamaged;
  if (is_of_index && lag.changes > 0) error.what += " (crawl.db has " + changes_of(lag) + " for it)";
  return error;
}

} // namespace trawl::search
