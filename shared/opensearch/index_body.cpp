// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/index_body.h"

#include "shared/schema/fields.h"

#include <string>

namespace trawl::opensearch {
namespace {

using nlohmann::json;

constexpr int kMaxKeyword = 8'000; // characters; Lucene refuses terms above 32,766 bytes

/// A field of terms. Positions cost space, so only stems have them: phrases consist of stems.
json terms_field(std::string_view positions) {
  return {{"type", "text"}, {"analyzer", kTermsAnalyzer}, {"search_analyzer", "keyword"}, {"index_options", positions}};
}

/// A field that is stored, but neither searched nor counted.
json kept_field() { return {{"type", "keyword"}, {"index", false}, {"doc_values", false}}; }

json properties() {
  json out = json::object();
  const auto set = [&](std::string_view name, json mapping) { out[std::string(name)] = std::move(mapping); };
  for (const std::string_view filter : schema::kFilterFields) {
    set(filter, {{"type", "keyword"}, {"ignore_above", kMaxKeyword}});
    if (schema::find_filter(filter)->ignores_case) {
      set(std::string(filter).append(kShownSuffix),
          {{"type", "keyword"}, {"index", false}, {"ignore_above", kMaxKeyword}});
    }
  }
  set(field::kStems, terms_field("positions"));
  set(field::kTitleStems, terms_field("positions"));
  set(field::kWords, terms_field("freqs"));
  for (const auto name : {field::kId, field::kNames, field::kTitleWords, field::kOwnSource, field::kStore})
    set(name, {{"type", "keyword"}, {"ignore_above", kMaxKeyword}});
  set(field::kFieldWords, {{"type", "keyword"}, {"doc_values", false}}); // searched, not counted
  set(field::kPublished, {{"type", "long"}});
  set(field::kDate, {{"type", "date"}, {"format", "strict_date_time_no_millis"}});
  set(field::kCopied, {{"type", "boolean"}});
  set(field::kLength, {{"type", "integer"}});
  set(field::kState, {{"type", "object"}, {"enabled", false}});
  for (const char* name : {"fields", "text", "structure"}) set(name, kept_field());
  return out;
}

} // namespace

json index_body(const IndexShape& shape) {
  json mapping = {{"dynamic", "strict"}, {"properties", properties()}};
  json& excluded = mapping["_source"]["excludes"] = json::array();
  for (const auto name : {field::kStems, field::kTitleStems, field::kWords, field::kTitleWords, field::kFieldWords})
    excluded.push_back(std::string(name));
  return {{"settings",
           {{"number_of_shards", shape.shards},
            {"number_of_replicas", shape.replicas},
            {"refresh_interval", "-1"}, // the writer refreshes, then changes the revision
            {"max_result_window", kMaxWindow},
            {"max_inner_result_window", kMaxGroup},
            {"max_terms_count", kMaxMarks},
            {"codec", "best_compression"},
            {"analysis",
             {{"tokenizer", {{"trawl_positions", {{"type", "whitespace"}, {"max_token_length", 100'000}}}}},
              {"filter",
               {{"trawl_same_position",
                 {{"type", "pattern_capture"}, {"preserve_original", false}, {"patterns", {"([^|]+)"}}}},
                {"trawl_no_term", {{"type", "stop"}, {"stopwords", {std::string(kNoTerm)}}}}}},
              {"analyzer",
               {{kTermsAnalyzer,
                 {{"type", "custom"},
                  {"tokenizer", "trawl_positions"},
                  {"filter", {"trawl_no_term", "trawl_same_position"}}}}}}}}}},
          {"mappings", std::move(mapping)}};
}

} // namespace trawl::opensearch
