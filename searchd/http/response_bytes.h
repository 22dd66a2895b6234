// SPDX-License-Identifier: GPL-3.0-or-later
/// Responses as they go over the wire (RFC 9112).
#pragma once

#include "searchd/http/http_message.h"
#include "searchd/http/request_head.h"

#include <string>
#include <string_view>

namespace trawl::searchd {

/// The response to `request`, whose headers say how long its body is. HEAD, 204 and 304 have no body. Headers whose
/// value has a line end are left out.
RawResponse to_bytes(const HttpResponse& response, const RawRequest& request);

/// The whole response to a request that the front rejects: a problem document, after which the connection closes.
std::string refusal_answer(const Refusal& refusal);

/// The whole response to a request that would wait too long for a thread: 429.
std::string busy_answer();

/// The whole response to /readyz while requests get `busy_answer`: 503.
std::string unready_answer();

/// "Not Found" for 404; "Error" for a status that is not used here.
std::string_view reason_phrase(int status);

} // namespace trawl::searchd
