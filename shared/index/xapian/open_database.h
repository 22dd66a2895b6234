// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens a Xapian database for writing.
#pragma once

#include "shared/base/result.h"

#include <filesystem>

#include <xapian.h>

namespace trawl::index {

/// `flags`: Xapian's DB_OPEN, DB_CREATE and so on. Locked, Disk, IndexDamaged.
Result<Xapian::WritableDatabase> open_database(const std::filesystem::path& path, int flags);

} // namespace trawl::index
