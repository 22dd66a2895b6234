// SPDX-License-Identifier: GPL-3.0-or-later
/// One log line per answered request: names and values, with text from the client quoted and escaped.
#pragma once

#include "searchd/http/http_message.h"

#include <chrono>
#include <string>
#include <string_view>

namespace trawl::searchd {

/// `client=203.0.113.9 method=GET target="/v1/search?q=a" status=200 bytes=812 ms=1.4 agent="curl/8.0"`, in printable
/// ASCII whatever was sent, at most 1.5 kB.
std::string access_line(std::string_view client, const HttpRequest& request, const HttpResponse& response,
                        std::chrono::nanoseconds took);

} // namespace trawl::searchd
