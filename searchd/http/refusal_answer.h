// SPDX-License-Identifier: GPL-3.0-or-later
/// The complete HTTP response to a request that the front rejects: a problem document, after which the connection
/// closes.
#pragma once

#include "searchd/http/request_head.h"

#include <string>

namespace trawl::searchd {

std::string refusal_answer(const Refusal& refusal);

/// "Not Found" for 404; "Error" for a status that is not used here.
std::string_view reason_phrase(int status);

} // namespace trawl::searchd
