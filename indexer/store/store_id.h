// SPDX-License-Identifier: GPL-3.0-or-later
/// The name of a crawl.db, which it keeps when it is moved, copied or restored. A cluster uses it to record
/// which articles came from which crawler.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/result.h"

#include <string>

namespace trawl::store {

/// Twelve hex digits, drawn when the store was made.
Result<std::string> store_id(Database& database);

} // namespace trawl::store
