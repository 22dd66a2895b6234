// SPDX-License-Identifier: GPL-3.0-or-later
/// The protocols of a service manager, without its library: sd_notify(3) and socket activation (sd_listen_fds(3)).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// Tells the service manager ("READY=1", "STOPPING=1", "STATUS=…"); does nothing without $NOTIFY_SOCKET.
void notify_manager(std::string_view state);

/// The first socket that the manager passed to this process, if any. Removes the variables from the environment, so
/// call it once, before starting threads.
std::optional<int> take_activated_socket();

} // namespace trawl::searchd
