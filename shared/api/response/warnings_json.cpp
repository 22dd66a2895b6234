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

} // namespace trawl::api
