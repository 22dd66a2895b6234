// SPDX-License-Identifier: GPL-3.0-or-later
/// How far an index has followed crawl.db, which is written first: it is a batch behind while a writer is at work, and
/// longer if one was stopped in between. `trawl index status` says so; answers say only that the two do not belong
/// together.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_state.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <string_view>

namespace trawl::index {

/// What helps when another crawl.db made the index.
inline constexpr const char* kIfForeign = "put back the crawl.db that made it, or `trawl index rebuild` makes it from "
                                          "this one, without the articles that only the index has";

struct Lag {
  enum class Verdict : std::uint8_t {
    Current,
    Behind,
    Ahead,   ///< it has what crawl.db does not have: after a power failure, or with an older copy of crawl.db
    Foreign, ///< another crawl.db made it
  };
  Verdict verdict = Verdict::Current;
  std::uint64_t changes = 0; ///< of crawl.db that the index lacks; if it is ahead, that crawl.db lacks

  bool operator==(const Lag&) const = default;
};

/// Of an index that has the changes up to `sequence` of the crawl.db with the name `made_from`; empty: not known.
Result<Lag> lag_of(std::string_view made_from, std::uint64_t sequence, store::Database& crawl_db);

/// Whether another crawl.db made the index than the one in the directory; false if none is there that can be read.
bool is_foreign(const CommitState& index, const DataDirectory& directory);

} // namespace trawl::index
