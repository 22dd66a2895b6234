// SPDX-License-Identifier: GPL-3.0-or-later
/// The parameters of a request, wherever they stand.
#pragma once

#include "searchd/http/http_message.h"
#include "shared/api/request/parameters.h"

namespace trawl::searchd {

/// Those of the query string, then those of a POST's JSON body.
api::Answer<api::Parameters> parameters_of(const HttpRequest& request);

/// `parameters` with `name` set to `value` and those of `dropped` left out, as a query string.
std::string with_parameter(api::Parameters parameters, const std::string& name, std::string value,
                           std::string_view dropped);

} // namespace trawl::searchd
