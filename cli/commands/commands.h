// SPDX-License-Identifier: GPL-3.0-or-later
/// The commands: each asks the client, prints the answer and returns the exit code (README.md, "Exit codes").
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

namespace trawl::cli {

/// Runs `settings.command` and returns the exit code. The caller prints an error.
Result<int> run_command(const Settings& settings);

Result<int> run_search(const Settings& settings);
Result<int> run_count(const Settings& settings);
Result<int> run_facets(const Settings& settings);
Result<int> run_lookup(const Settings& settings); ///< show, related, suggest, trending, top, sources, stats
Result<int> run_trends(const Settings& settings);
Result<int> run_mcp(const Settings& settings);
Result<int> run_saved(const Settings& settings); ///< save, new, saved, forget
Result<int> run_digest(const Settings& settings);
Result<int> run_mark(const Settings& settings); ///< star, later, read, note

} // namespace trawl::cli
