// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/suggest_json.h"

#include "shared/api/response/json_writer.h"
#include "shared/api/response/warnings_json.h"

namespace trawl::api {

std::string suggest_json(std::string_view typed, const search::SuggestResponse& found) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("q").string(typed).key("suggestions").begin_array();
  for (const search::Suggestion& suggestion : found.suggestions) {
    json.begin_object().key("kind").string(suggestion.kind).key("text").string(suggestion.text);
    json.key("value").string(suggestion.value).key("count").number(suggestion.count).end_object();
  }
  json.end_array();
  write_warnings(json, found.warnings);
  json.end_object();
  return out;
}

std::string opensearch_suggestions(std::string_view typed, const std::vector<search::Suggestion>& suggestions) {
  std::string out;
  JsonWriter json(out);
  json.begin_array().string(typed).begin_array();
  for (const search::Suggestion& suggestion : suggestions) json.string(suggestion.text);
  json.end_array().begin_array();
  for (const search::Suggestion& suggestion : suggestions) json.string(suggestion.kind);
  json.end_array().end_array();
  return out;
}

} // namespace trawl::api
