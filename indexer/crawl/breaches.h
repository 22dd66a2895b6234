// SPDX-License-Identifier: GPL-3.0-or-later
/// Looks whether a source has said something in a store that it may not say (indexer/identity/places.h).
#pragma once

#include "indexer/identity/places.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::crawl {

/// The articles of which a source says something that it may not, as sentences, at most `limit`. Reads the whole store.
Result<std::vector<std::string>> breaches(store::Database& database, const identity::Places& places, std::size_t limit);

} // namespace trawl::crawl
