// SPDX-License-Identifier: GPL-3.0-or-later
/// The data directory: its layout, how programs choose it, and the lock of its one writer.
#pragma once

#include "shared/base/descriptor.h"
#include "shared/base/result.h"

#include <filesystem>
#include <string>

namespace trawl {

/// The layout of a data directory. A plain value: constructing it opens and creates nothing.
struct DataDirectory {
  std::filesystem::path root;

  std::filesystem::path crawl_db() const { return root / "crawl.db"; }
  /// What the reader did: shared/store/reader_memory.h.
  std::filesystem::path reader_db() const { return root / "reader.db"; }
  std::filesystem::path index() const { return root / "index"; }
  /// The file that names the databases of the index (shared/index/index_folder.h).
  std::filesystem::path index_stub() const { return index() / "xapian"; }
  std::filesystem::path lock_file() const { return root / "lock"; }
};

/// The directory to use: `option` if not empty, else $TRAWL_DATA, else $XDG_DATA_HOME/trawl (if absolute, as the XDG
/// base directory specification asks), else ~/.local/share/trawl.
DataDirectory choose_data_directory(const std::string& option);

/// Makes the directory, private, if it is missing. Permission if it belongs to another user, who could not read what
/// this process writes there. This applies to root, too: root must run the command as the directory's user.
Result<void> make_data_directory(const DataDirectory& directory);

/// The advisory lock of the one writer. Held until destroyed; readers do not take it.
class WriterLock {
 public:
  /// After make_data_directory. Locked if another process holds it: the message names its pid and host.
  static Result<WriterLock> acquire(const DataDirectory& directory);

 private:
  explicit WriterLock(int fd) : fd_(fd) {}
  Descriptor fd_;
};

/// Whether a process holds the lock; false if it cannot be told.
bool is_being_written(const DataDirectory& directory);

} // namespace trawl
