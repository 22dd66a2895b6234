// SPDX-License-Identifier: GPL-3.0-or-later
/// The state of the index that an answer comes from, as JSON.
#pragma once

#include "shared/api/response/json_writer.h"
#include "shared/search/response.h"

namespace trawl::api {

/// {"generation": n, "revision": n}
inline void write_index(JsonWriter& json, const search::IndexState& index) {
  json.begin_object().key("generation").number(index.generation).key("revision").number(index.revision).end_object();
}

} // namespace trawl::api
