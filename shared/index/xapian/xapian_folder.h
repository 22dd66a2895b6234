// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the Xapian database of a data directory is, and what it says about itself. index/xapian is a stub that names
/// its folder, so that a database that was built whole takes the place of another with one rename.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <xapian.h>

namespace trawl::index {

/// Raised whenever the same articles would give another database.
inline constexpr int kXapianVersion = 2;

/// The metadata of the database, written with each commit.
struct XapianState {
  std::string store;          ///< the id of the crawl.db of its articles
  std::uint64_t sequence = 0; ///< how far the changes of that store are in it
  std::uint64_t changed = 0;  ///< documents written since it was compacted
  std::uint32_t documents = 0;
};

/// DIR/index/xapian, which Xapian's programs open.
std::filesystem::path xapian_stub(const DataDirectory& directory);

/// The folder that the stub names; nullopt without a stub. IndexDamaged.
Result<std::optional<std::filesystem::path>> find_xapian_folder(const DataDirectory& directory);

/// nullopt if there is no database. IndexDamaged, also if another version wrote it.
Result<std::optional<XapianState>> read_xapian_state(const DataDirectory& directory);

/// Of an open database. IndexDamaged if it is not one of ours, or of another version. Throws as Xapian does.
Result<XapianState> state_of(const Xapian::Database& database);
void set_state(Xapian::WritableDatabase& database, const XapianState& state);

/// Makes the stub name `folder`, which is on the disk, and removes all other folders. Readers that have one open keep
/// it. Disk.
Result<void> publish_xapian_folder(const DataDirectory& directory, const std::filesystem::path& folder);

/// A folder that is not in use, beside the stub; it is not made.
Result<std::filesystem::path> next_xapian_folder(const DataDirectory& directory);

/// Removes what a stopped run left.
void remove_unused_xapian_folders(const DataDirectory& directory);

/// Removes the database, if there is one. Disk.
Result<void> remove_xapian_database(const DataDirectory& directory);

/// Lets Xapian read every block, and compares the number of articles and the last change of the store with what is
/// expected. IndexDamaged, with what is wrong.
Result<void> check_xapian_database(const DataDirectory& directory);

} // namespace trawl::index
