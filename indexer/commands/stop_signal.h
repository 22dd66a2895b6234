// SPDX-License-Identifier: GPL-3.0-or-later
/// Signals: the first SIGINT (Ctrl-C) or SIGTERM asks the command to end cleanly, the second ends the process at once.
/// So does SIGHUP, which a terminal that is closed sends, unless it is ignored (nohup) or means something else.
#pragma once

namespace trawl::commands {

/// Installs the handlers. SIGPIPE is ignored, so that a broken pipe or connection is an ordinary error.
void catch_signals();

/// Whether the command should end.
bool is_stopped();

/// From now on, SIGHUP asks to read the catalogue again.
void reload_on_hangup();

/// Whether SIGHUP came since the last `take_reload`.
bool is_reload_wanted();

/// The same, and resets it.
bool take_reload();

/// The exit code after a signal: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP, else 0.
int signal_exit_code();

} // namespace trawl::commands
