// SPDX-License-Identifier: GPL-3.0-or-later
/// Ctrl-C and SIGTERM as a wish to stop: the first lets the work end cleanly, the second ends the program at once.
#pragma once

namespace trawl::commands {

/// Catches SIGINT, SIGTERM and SIGHUP from now on. SIGPIPE is ignored: a broken connection is an error like others.
void catch_signals();

/// Whether to stop.
bool is_stopped();

/// Whether SIGHUP came since the last `take_reload`.
bool is_reload_wanted();

/// The same, and forgets it.
bool take_reload();

/// 130 after SIGINT, 143 after SIGTERM, else 0.
int signal_exit_code();

} // namespace trawl::commands
