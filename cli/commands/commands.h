// SPDX-License-Identifier: GPL-3.0-or-later
/// What each command does: asks the client, prints, and says with which code to exit.
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

namespace trawl::cli {

/// Carries `settings.command` out; the exit code of api.md, section 6. An error's sentence is the caller's to print.
Result<int> run_command(const Settings& settings);

Result<int> run_search(const Settings& settings);
Result<int> run_lookup(const Settings& settings); ///< show, related, facets, suggest, trending, top, sources, stats
Result<int> run_saved(const Settings& settings);  ///< save, new, saved, forget

} // namespace trawl::cli
