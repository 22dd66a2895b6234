// SPDX-License-Identifier: GPL-3.0-or-later
/// What a command has done, for programs (--format json) or for people. The help of --format lists the members of each
/// command's report; a test compares them.
#pragma once

#include "indexer/commands/options.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace trawl::commands {

using Report = nlohmann::ordered_json;

/// Prints the report as one line on standard output.
void print_report(const Report& report);

/// For programs, the report; for people, the sentence on standard error unless --quiet.
void say_done(const Options& options, const Report& report, const std::string& sentence);

/// What could not be done, as an item of a report.
Report trouble(const std::string& where, const std::string& why);

} // namespace trawl::commands
