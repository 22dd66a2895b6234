// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether an index has all that crawl.db has. crawl.db is written first and the index follows, so an index may lag: by
/// a batch while a writer is at work, and for ever if one was stopped in between. Readers look, so that no answer is
/// silent about it.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/date_time.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_state.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace trawl::index {

/// What helps when another crawl.db made the index.
inline constexpr const char* kIfForeign = "put back the crawl.db that made it, or `trawl index rebuild` makes it from "
                                          "this one, without the articles that only the index has";

/// What crawl.db says of an index.
struct Lag {
  enum class Verdict : std::uint8_t {
    NoStore, ///< there is no crawl.db to compare with: an index that was copied to where it is searched
    Current,
    Behind,
    Ahead,   ///< it has what crawl.db does not have: after a power failure, or with an older copy of crawl.db
    Foreign, ///< another crawl.db made it
    Unknown, ///< crawl.db cannot be read
  };
  Verdict verdict = Verdict::NoStore;
  std::uint64_t changes = 0; ///< of crawl.db that the index lacks; if it is ahead, that crawl.db lacks
  bool is_written = false;   ///< a writer is at work and has committed lately; not told of a current index
  std::string problem = {};  ///< why crawl.db cannot be read

  bool operator==(const Lag&) const = default;
};

/// Compares the index with crawl.db now. `now` and the time of its last commit tell whether a writer is stuck.
Lag lag_of(const CommitState& index, const DataDirectory& directory, Moment now);

/// Shared by the readers of a process, so that requests need not ask crawl.db: it is asked about every new commit of
/// the index, and else when a second has passed and its files have changed, or the index was not current. For any
/// number of threads.
class LagWatch {
 public:
  explicit LagWatch(std::chrono::milliseconds pause = std::chrono::seconds(1)) : pause_(pause) {}

  Lag look(const CommitState& index, const DataDirectory& directory);

 private:
  using Stamps = std::array<FileStamp, 2>;
  struct Seen {
    Lag lag;
    DataDirectory directory;
    std::string store = {};
    std::uint64_t sequence = 0;
    Stamps files;                               ///< crawl.db and its log, before they were read
    std::chrono::steady_clock::time_point at{}; ///< when the files were looked at
  };
  bool is_due(); ///< whether to ask crawl.db; if not, notes that its files were looked at. With the mutex held

  const std::chrono::milliseconds pause_;
  std::mutex mutex_;
  std::optional<Seen> seen_;
};

} // namespace trawl::index
