// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the package's services keep their data, which belongs to their user.
#pragma once

namespace trawl {

inline constexpr const char* kSystemDirectory = "/var/lib/trawl";

} // namespace trawl
