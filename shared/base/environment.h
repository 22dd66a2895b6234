// SPDX-License-Identifier: GPL-3.0-or-later
/// Environment variables.
#pragma once

#include <string>

namespace trawl {

/// The value of the variable; empty when it is not set.
std::string environment(const char* name);

} // namespace trawl
