// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/index_watch.h"

namespace trawl::searchd {

IndexWatch::IndexWatch(DataDirectory directory, std::shared_ptr<const search::EngineCache> cache)
    : directory_(std::move(directory)), cache_(std::move(cache)), stub_path_(directory_.index_stub()),
      memory_path_(directory_.reader_db()), memory_log_path_(memory_path_.string() + "-wal") {}

std::optional<IndexStamp> IndexWatch::look() {
  const std::optional<IndexStamp> stamp = read_stamp();
  const std::lock_guard lock(mutex_);
  return last_ = stamp;
}

std::optional<IndexStamp> IndexWatch::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

std::optional<IndexStamp> IndexWatch::read_stamp() {
  IndexStamp stamp;
  if (cache_) {
    const auto lag = search::last_lag(*cache_);
    if (!lag) return std::nullopt;
    stamp.lag = *lag;
  }
  stamp.files[0] = index::stamp_of(stub_path_);
  if (stamp.files[0] == index::FileStamp{}) return std::nullopt;
  if (stamp.files[0] != stub_) {
    const auto live = index::live_shards(directory_);
    if (!live) return std::nullopt;
    commit_path_ = index::commit_file(directory_.index() / live->back());
    stub_ = stamp.files[0]; // if it has been replaced since, the next look sees that
  }
  stamp.files[1] = index::stamp_of(commit_path_);
  stamp.files[2] = index::stamp_of(memory_path_);
  stamp.files[3] = index::stamp_of(memory_log_path_);
  return stamp;
}

} // namespace trawl::searchd
