// SPDX-License-Identifier: GPL-3.0-or-later
/// The daemon put together: socket, front, router and one index per worker; from its start to a clean stop.
#pragma once

#include "searchd/backend.h"
#include "searchd/http/http_limits.h"
#include "searchd/options.h"

#include <functional>
#include <memory>

namespace trawl::searchd {

struct DaemonParts {
  std::function<std::unique_ptr<Backend>()> make_backend; ///< called once in each worker
  HttpLimits limits;
};

/// Serves until SIGTERM or SIGINT. Says on stdout where it listens. Usage when the address cannot be had.
Result<void> serve(const Options& options, const DaemonParts& parts);

} // namespace trawl::searchd
