// SPDX-License-Identifier: GPL-3.0-or-later
/// What a service manager wants of a daemon: sd_notify(3) and socket activation (sd_listen_fds(3)), without its
/// library.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// Tells the service manager ("READY=1", "STOPPING=1", "STATUS=…"); does nothing without $NOTIFY_SOCKET.
void notify_manager(std::string_view state);

/// How often the manager wants "WATCHDOG=1" at most; half of what it allows. Nullopt if it does not watch this process.
std::optional<std::chrono::microseconds> watchdog_interval();

/// The first socket the manager has handed to this process, if any. Takes the variables out of the environment, so
/// call it once, before there are threads.
std::optional<int> take_activated_socket();

} // namespace trawl::searchd
