// SPDX-License-Identifier: GPL-3.0-or-later
/// Mends a store in which a source has said something that it may not say (indexer/identity/places.h), because the
/// catalogue was another one then; and looks whether there is such an article.
#pragma once

#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/rebuild.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::crawl {

/// Extracts those articles again, from what is stored, of which other sources may say something than when the store was
/// last mended. Returns how many articles have changed. Does nothing if the sources' sites are the same. If it is
/// killed, the next call goes on where it was.
Result<std::size_t> mend(store::Database& database, const Knowledge& knowledge, const Report& report = {});

/// The articles of which a source says something that it may not, as sentences, at most `limit`. Reads the whole store.
Result<std::vector<std::string>> breaches(store::Database& database, const identity::Places& places, std::size_t limit);

} // namespace trawl::crawl
