// SPDX-License-Identifier: GPL-3.0-or-later
/// Query parameters that track readers and do not change the page: campaign tags, click identifiers.
#pragma once

#include <string_view>

namespace trawl::url {

/// Whether the parameter `name=value`, still percent-encoded, tracks readers. Ignores case, the "amp;" that
/// twice-escaped links leave, and a second '?'. Common names such as "ref", "source" and "id" do not count.
bool is_tracking_parameter(std::string_view name, std::string_view value);

} // namespace trawl::url
