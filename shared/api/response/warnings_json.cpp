// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/warnings_json.h"

namespace trawl::api {

void write_warnings(JsonWriter& json, const std::vector<search::Warning>& warnings) {
  json.key("warnings").begin_array();
  for (const search::Warning& warning : warnings) {
    json.begin_object().key("code").string(warning.code).key("message").string(warning.message).key("position");
    if (warning.position)
      json.number(*warning.position);
    else
      json.null();
    json.end_object();
  }
  json.end_array();
}

void write_index(JsonWriter& json, const search::IndexState& index) {
  json.key("index").begin_object();
  json.key("generation").number(index.generation).key("revision").number(index.revision);
  json.key("store").string_or_null(index.store).key("sequence").number(index.sequence);
  json.end_object();
}

void write_notes(JsonWriter& json, const std::vector<search::Warning>& warnings, const search::IndexState& index) {
  write_warnings(json, warnings);
  write_index(json, index);
}

} // namespace trawl::api
