// SPDX-License-Identifier: GPL-3.0-or-later
/// What an answer lacks, or what a reader must know about it, as JSON: the same in every answer.
#pragma once

#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

#include <vector>

namespace trawl::api {

/// "warnings": [{"code", "message", "position": n or null}]
void write_warnings(JsonWriter& json, const std::vector<search::Warning>& warnings);

/// {"generation": n, "revision": n}
inline void write_index(JsonWriter& json, const search::IndexState& index) {
  json.begin_object().key("generation").number(index.generation).key("revision").number(index.revision).end_object();
}

} // namespace trawl::api
