// SPDX-License-Identifier: GPL-3.0-or-later
/// What an answer lacks, or what a reader must know about it, as JSON: the same in every answer.
#pragma once

#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

#include <vector>

namespace trawl::api {

/// "warnings": [{"code", "message", "position": n or null}]
void write_warnings(JsonWriter& json, const std::vector<search::Warning>& warnings);

/// "index": {"generation": n, "revision": n, "store": name or null, "sequence": n}
void write_index(JsonWriter& json, const search::IndexState& index);

/// What every answer says: both of the above.
void write_notes(JsonWriter& json, const std::vector<search::Warning>& warnings, const search::IndexState& index);

} // namespace trawl::api
