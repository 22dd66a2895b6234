// SPDX-License-Identifier: GPL-3.0-or-later
/// Writes an index anew from the articles in the store. The live index serves until the new one replaces it.
#pragma once

#include "indexer/crawl/pages/derive.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_writer.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace trawl::crawl {

/// Writes all articles into a new index and makes it the live one. Returns their number. The caller
/// holds the WriterLock.
Result<std::size_t> write_index(const DataDirectory& directory, store::Database& database,
                                const std::vector<index::SourceNote>& notes, const std::function<bool()>& stopped,
                                const Report& report = {});

} // namespace trawl::crawl
