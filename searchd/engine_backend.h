// SPDX-License-Identifier: GPL-3.0-or-later
/// The live index of a data directory. Opened at the first call that finds one, and again after it was damaged, so that
/// a daemon may start before the first crawl.
#pragma once

#include "searchd/backend.h"
#include "shared/base/data_directory.h"

#include <functional>
#include <memory>

namespace trawl::searchd {

/// Makes the backend of each worker; all of them share one cache.
std::function<std::unique_ptr<Backend>()> engine_backends(const DataDirectory& directory);

} // namespace trawl::searchd
