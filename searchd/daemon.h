// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs the daemon: listens, serves requests with one engine per worker thread, and shuts down cleanly.
#pragma once

#include "searchd/http/http_limits.h"
#include "searchd/options.h"
#include "shared/api/engine.h"

#include <functional>
#include <memory>

namespace trawl::searchd {

struct DaemonParts {
  std::function<std::unique_ptr<api::Engine>()> make_engine; ///< called once in each worker
  HttpLimits limits;
};

/// Serves until SIGTERM or SIGINT. Prints the address to stdout. Usage if it cannot listen there.
Result<void> serve(const Options& options, const DaemonParts& parts);

} // namespace trawl::searchd
