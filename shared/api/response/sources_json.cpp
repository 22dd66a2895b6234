// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/sources_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/json_writer.h"

namespace trawl::api {
namespace {

void write_source_status(JsonWriter& json, const search::SourceStatus& source) {
  json.begin_object().key("id").string(source.id);
  json.key("label").string(source.label.empty() ? source.id : source.label);
  json.key("homepage").string_or_null(source.homepage).key("articles").number(source.articles);
  write_date(json.key("newest"), source.newest);
  json.key("last_success").string_or_null(source.last_success ? to_rfc3339(*source.last_success) : "");
  json.key("health").string_or_null(source.health).key("last_error").string_or_null(source.last_error).end_object();
}

} // namespace

std::string sources_json(const std::vector<search::SourceStatus>& sources) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("sources").begin_array();
  for (const search::SourceStatus& source : sources) write_source_status(json, source);
  json.end_array().key("total").number(sources.size()).end_object();
  return out;
}

std::string source_json(const search::SourceStatus& source) {
  std::string out;
  JsonWriter json(out);
  write_source_status(json, source);
  return out;
}

} // namespace trawl::api
