// SPDX-License-Identifier: GPL-3.0-or-later
/// What a commit says about itself, kept as metadata of the index so that it is part of the commit: version of the
/// schema, number, how far the article store is applied, when, how long the file of records is; and which documents the
/// last commits changed.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Changes whenever an older program could not read the index, or would find less in it.
inline constexpr int kSchemaVersion = 3;

struct Revision {
  std::uint64_t number = 0;
  std::uint64_t store_sequence = 0;
  Moment committed{};
  std::uint64_t document_store_bytes = 0; ///< of document_store.h; what is behind them does not count
  std::uint64_t posting_lists = 0;        ///< the commit they were made at (posting_lists.h); 0: there are none
  std::uint64_t delta = 0;                ///< documents put or removed since
};

/// IndexDamaged without metadata, or if another version of the schema wrote the index.
Result<Revision> read_revision(const Xapian::Database& database);

/// Part of the commit that the caller makes next.
void write_revision(Xapian::WritableDatabase& database, const Revision& revision);

/// So many commits are remembered; a reader that is further behind reads all documents again.
inline constexpr std::uint64_t kRememberedCommits = 256;

/// The documents put or removed in commit `number`. A commit of very many leaves no record.
void write_changes(Xapian::WritableDatabase& database, std::uint64_t number, std::vector<std::uint32_t> documents);

/// The documents changed by the commits after `older` up to `newer`, sorted, each once; nullopt if a record is missing.
std::optional<std::vector<std::uint32_t>> read_changes(const Xapian::Database& database, std::uint64_t older,
                                                       std::uint64_t newer);

} // namespace trawl::index
