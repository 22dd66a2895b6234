// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of a piece of code that a reader wants to tell apart. Each byte is looked at a bounded number of times,
/// whatever the code: it may come from anybody.
#pragma once

#include "shared/content/code_run.h"

#include <string_view>
#include <vector>

namespace trawl::content {

/// Runs that together are the code. None if the language, as the page names it, is not known.
std::vector<CodeRun> code_runs(std::string_view code, std::string_view language);

} // namespace trawl::content
