// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/index_watch.h"

namespace trawl::searchd {

std::optional<IndexStamp> IndexWatch::look() {
  IndexStamp stamp;
  stamp.files[0] = index::stamp_of(directory_.current());
  if (stamp.files[0] == index::FileStamp{}) return std::nullopt;
  if (stamp.files[0] != current_) {
    const auto live = index::live_generation(directory_);
    if (!live) return std::nullopt;
    generation_ = index::generation_path(directory_, *live);
    current_ = stamp.files[0]; // if it has been replaced since, the next look sees that
  }
  stamp.files[1] = index::stamp_of(generation_ / "manifest");
  stamp.files[2] = index::stamp_of(directory_.reader_db());
  stamp.files[3] = index::stamp_of(directory_.reader_db().string() + "-wal");
  return stamp;
}

} // namespace trawl::searchd
