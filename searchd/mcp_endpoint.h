// SPDX-License-Identifier: GPL-3.0-or-later
/// POST /mcp: the Model Context Protocol over streamable HTTP, if it is switched on. Each answer is one JSON body;
/// it uses neither sessions nor streams, both of which the protocol makes optional.
#pragma once

#include "searchd/route.h"

namespace trawl::searchd {

RouteAnswer mcp_endpoint(const RouteContext& context, const HttpRequest& request);

} // namespace trawl::searchd
