// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/response/answers_json.h"

#include "shared/api/response/hit_json.h"
#include "shared/api/response/json_writer.h"
#include "shared/api/response/warnings_json.h"

#include <algorithm>
#include <cstdint>

namespace trawl::api {
namespace {

void write_source_members(JsonWriter& json, const search::SourceStatus& source) {
  json.key("id").string(source.id);
  json.key("label").string(source.label.empty() ? source.id : source.label);
  json.key("homepage").string_or_null(source.homepage).key("articles").number(source.articles);
  write_date(json.key("newest"), source.newest);
  json.key("last_success").string_or_null(source.last_success ? to_rfc3339(*source.last_success) : "");
  json.key("gone").number(source.gone);
  json.key("pace_seconds").number(static_cast<std::uint64_t>(std::max<std::int64_t>(source.pace.count(), 0)));
  json.key("health").string_or_null(source.health).key("last_error").string_or_null(source.last_error);
}

void write_window(JsonWriter& json, const search::Trending& trending) {
  json.key("from").string(to_rfc3339(trending.from)).key("to").string(to_rfc3339(trending.to));
}

JsonOptions plain() {
  JsonOptions options;
  options.highlight = Highlight::None;
  return options;
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
  write_notes(json, found.warnings, found.index);
  json.end_object();
  return out;
}

std::string source_json(const search::SourceStatus& source, const search::SourcesResponse& found) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  write_source_members(json, source);
  write_notes(json, found.warnings, found.index);
  json.end_object();
  return out;
}

std::string stats_json(const search::IndexStats& stats) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("documents").number(stats.documents);
  json.key("terms").number(stats.terms);
  json.key("average_length").decimal(stats.average_length, 2).key("bytes").number(stats.bytes);
  json.key("generation").number(stats.index.generation).key("revision").number(stats.index.revision);
  write_date(json.key("newest"), stats.newest);
  json.key("committed").string(to_rfc3339(stats.committed));
  write_notes(json, stats.warnings, stats.index);
  json.end_object();
  return out;
}

std::string suggest_json(std::string_view typed, const search::SuggestResponse& found) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("q").string(typed).key("suggestions").begin_array();
  for (const search::Suggestion& suggestion : found.suggestions) {
    json.begin_object().key("kind").string(suggestion.kind).key("text").string(suggestion.text);
    json.key("value").string(suggestion.value).key("count").number(suggestion.count).end_object();
  }
  json.end_array();
  write_notes(json, found.warnings, found.index);
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

std::string trending_json(const search::Trending& trending) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  write_window(json, trending);
  json.key("terms").begin_array();
  for (const search::TrendingTerm& term : trending.terms) {
    json.begin_object().key("term").string(term.term).key("count").number(term.count);
    json.key("times_usual").decimal(term.times_usual, 2);
    write_strings(json.key("sources"), term.sources);
    json.end_object();
  }
  json.end_array().key("articles").begin_array();
  for (const search::Hit& hit : trending.articles) write_hit(json, hit, plain());
  json.end_array();
  write_notes(json, trending.warnings, trending.index);
  json.end_object();
  return out;
}

} // namespace trawl::api
