// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/sources_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/response/warnings_json.h"

namespace trawl::api {
namespace {

void write_source_members(JsonWriter& json, const search::SourceStatus& source) {
  json.key("id").string(source.id);
  json.key("label").string(source.label.empty() ? source.id : source.label);
  json.key("homepage").string_or_null(source.homepage).key("articles").number(source.articles);
  write_date(json.key("newest"), source.newest);
  json.key("last_success").string_or_null(source.last_success ? to_rfc3339(*source.last_success) : "");
  json.key("health").string_or_null(source.health).key("last_error").string_or_null(source.last_error);
}

} // namespace

std::string sources_json(const search::SourcesResponse& found) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("sources").begin_array();
  for (const search::SourceStatus& source : found.sources) {
    json.begin_object();
    write_source_members(json, source);
    json.end_object();
  }
  json.end_array().key("total").number(found.sources.size());
  write_warnings(json, found.warnings);
  json.end_object();
  return out;
}

std::string source_json(const search::SourceStatus& source, const std::vector<search::Warning>& warnings) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  write_source_members(json, source);
  write_warnings(json, warnings);
  json.end_object();
  return out;
}

} // namespace trawl::api
