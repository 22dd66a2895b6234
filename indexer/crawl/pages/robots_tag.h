// SPDX-License-Identifier: GPL-3.0-or-later
/// The X-Robots-Tag header (no RFC; as Google and Bing document it): "noindex, nofollow" or "agent: noindex".
#pragma once

#include <string_view>

namespace trawl::crawl {

/// Whether the header's value asks `product` not to index. Directives for other agents are ignored.
bool says_noindex(std::string_view x_robots_tag, std::string_view product);

} // namespace trawl::crawl
