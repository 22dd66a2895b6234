// SPDX-License-Identifier: GPL-3.0-or-later
/// GET /v1/stats: the size and state of the index as JSON.
#pragma once

#include "shared/search/response.h"

#include <string>

namespace trawl::api {

std::string stats_json(const search::IndexStats& stats);

} // namespace trawl::api
