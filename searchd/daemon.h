// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs the daemon: listens, serves requests with one engine per worker thread, and shuts down cleanly.
#pragma once

#include "searchd/http/http_limits.h"
#include "searchd/http/listener.h"
#include "searchd/options.h"
#include "shared/api/engine/engine.h"
#include "shared/base/data_directory.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace trawl::searchd {

struct DaemonParts {
  /// Called once in each worker; for the flag see MakeResponder.
  std::function<std::unique_ptr<api::Engine>(const std::atomic<bool>& is_abandoned)> make_engine;
  HttpLimits limits;
  /// Whose articles may have kept pictures.
  std::optional<DataDirectory> pictures_of = std::nullopt;
};

/// The socket that systemd opened for this process, which may be at another address, else one at `endpoint`. Usage if
/// it cannot listen there.
Result<Listener> open_listener(const Endpoint& endpoint);

/// Serves until SIGTERM or SIGINT. Prints the address to stdout.
Result<void> serve(Listener listener, const Options& options, const DaemonParts& parts);

} // namespace trawl::searchd
