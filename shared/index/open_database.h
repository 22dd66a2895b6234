// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens a database for writing.
#pragma once

#include "shared/base/result.h"

#include <filesystem>

#include <xapian.h>

namespace trawl::index {

/// `flags` of Xapian (DB_OPEN, DB_CREATE, …). Locked, Disk, IndexDamaged.
Result<Xapian::WritableDatabase> open_database(const std::filesystem::path& path, int flags);

} // namespace trawl::index
