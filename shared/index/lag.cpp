// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/lag.h"

#include "shared/base/file.h"
#include "shared/store/sqlite.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <utility>

namespace trawl::index {
namespace {

using Verdict = Lag::Verdict;

/// A writer that has not committed for so long, although there is something to commit, is stuck.
constexpr std::chrono::minutes kStuckAfter{10};

/// Whether only a change of crawl.db's files can make the verdict another one.
bool is_settled(const Lag& lag) { return lag.verdict == Verdict::Current || lag.verdict == Verdict::NoStore; }

std::array<FileStamp, 2> store_stamps(const DataDirectory& directory) {
  return {stamp_of(directory.crawl_db()), stamp_of(directory.crawl_db().string() + "-wal")};
}

Result<Lag> compare(const CommitState& index, const DataDirectory& directory) {
  TRAWL_TRY(const bool has_store, is_there(directory.crawl_db()));
  if (!has_store) return Lag{};
  TRAWL_CHECK(store::refuse_other_schema(directory));
  TRAWL_TRY(auto database, store::Database::open(directory.crawl_db(), store::OpenMode::ReadOnly));
  TRAWL_TRY(const std::string name, store::store_id(database));
  TRAWL_TRY(const std::uint64_t last, store::last_change(database));
  Lag out{.verdict = Verdict::Current};
  if (!index.store.empty() && index.store != name) {
    out.verdict = Verdict::Foreign;
    TRAWL_TRY(out.changes, store::changes_after(database, 0));
  } else if (index.store_sequence > last) {
    out = {.verdict = Verdict::Ahead, .changes = index.store_sequence - last};
  } else if (index.store_sequence < last) {
    out.verdict = Verdict::Behind;
    TRAWL_TRY(out.changes, store::changes_after(database, index.store_sequence));
  }
  return out;
}

} // namespace

Lag lag_of(const CommitState& index, const DataDirectory& directory, Moment now) {
  auto found = compare(index, directory);
  // Where nobody can write, crawl.db is read without locks: a writer elsewhere may have come in between.
  if (!found) found = compare(index, directory);
  if (!found) return {.verdict = Verdict::Unknown, .problem = to_sentence(found.error())};
  if (is_settled(*found)) return *found;
  const auto since = writing_since(directory);
  found->is_written = since && now - std::max(*since, index.committed) <= kStuckAfter;
  return *found;
}

Lag LagWatch::look(const CommitState& index, const DataDirectory& directory) {
  const std::lock_guard lock(mutex_);
  const bool is_same = seen_ && seen_->directory.root == directory.root && seen_->store == index.store &&
                       seen_->sequence == index.store_sequence;
  if (!is_same || is_due()) {
    Seen seen{.lag = {},
              .directory = directory,
              .store = index.store,
              .sequence = index.store_sequence,
              .files = store_stamps(directory),
              .at = std::chrono::steady_clock::now()};
    seen.lag = lag_of(index, directory, now());
    seen_ = std::move(seen);
  }
  return seen_->lag;
}

bool LagWatch::is_due() {
  const auto now = std::chrono::steady_clock::now();
  if (now - seen_->at < pause_) return false;
  if (!is_settled(seen_->lag) || store_stamps(seen_->directory) != seen_->files) return true;
  seen_->at = now;
  return false;
}

} // namespace trawl::index
