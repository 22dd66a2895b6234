// SPDX-License-Identifier: GPL-3.0-or-later
/// What a commit says about itself, and which documents the last commits changed. Kept in Xapian's metadata, so that it
/// is part of the commit. docs/formats.md lists the keys.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <xapian.h>

namespace trawl::index {

/// Raised whenever an older program could not read the index, or would find less in it: also when a field gets a column
/// (schema/fields.json).
inline constexpr int kSchemaVersion = 6;

struct Revision {
  std::uint64_t number = 0;
  std::uint64_t store_sequence = 0; ///< how far the changes of the article store are applied
  Moment committed{};
  std::uint64_t document_store_bytes = 0; ///< length of the document store; bytes beyond it do not belong to the commit
  std::uint64_t posting_lists = 0;        ///< the commit that the posting lists were made at; 0: there are none
  std::uint64_t delta = 0;                ///< documents put or removed since the posting lists were made
};

/// IndexDamaged if the metadata is missing, or if another version of the schema wrote the index.
Result<Revision> read_revision(const Xapian::Database& database);

/// Sets the metadata; the caller commits.
void write_revision(Xapian::WritableDatabase& database, const Revision& revision);

/// How many commits' changes are kept. A reader that is further behind reads all documents again.
inline constexpr std::uint64_t kRememberedCommits = 256;

/// Records the documents put or removed in commit `number`, unless there are more than 50,000. The caller commits.
void write_changes(Xapian::WritableDatabase& database, std::uint64_t number, std::vector<std::uint32_t> documents);

/// The documents changed by the commits after `older` up to `newer`, sorted, each once; nullopt if any record is
/// missing or damaged.
std::optional<std::vector<std::uint32_t>> read_changes(const Xapian::Database& database, std::uint64_t older,
                                                       std::uint64_t newer);

} // namespace trawl::index
