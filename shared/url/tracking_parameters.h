// SPDX-License-Identifier: GPL-3.0-or-later
/// Query parameters that follow readers about and change nothing on the page: campaign tags, click identifiers.
#pragma once

#include <string_view>

namespace trawl::url {

/// Whether the parameter `name=value`, still percent-encoded, is one. Names are compared without case, also behind the
/// "amp;" that twice-escaped links leave, and behind a second '?'. Common names such as "ref", "source", "id" are none.
bool is_tracking_parameter(std::string_view name, std::string_view value);

} // namespace trawl::url
