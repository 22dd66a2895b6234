// SPDX-License-Identifier: GPL-3.0-or-later
/// What crawl.db says of itself to those that follow it.
#pragma once

#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <string>

namespace trawl::store {

/// The name of a crawl.db, which it keeps when it is moved, copied or restored: twelve hex digits, drawn when it was
/// made. Indexes record by it which store an article came from.
Result<std::string> store_id(Database& database);

/// The number of the last change of an article; 0 if there was none.
Result<std::uint64_t> last_change(Database& database);

/// How many articles have changed since a change.
Result<std::uint64_t> changes_after(Database& database, std::uint64_t sequence);

} // namespace trawl::store
