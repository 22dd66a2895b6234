// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/index_body.h"

#include "shared/schema/fields.h"

#include <string>

namespace trawl::opensearch {
namespace {

using nlohmann::json;

constexpr int kMaxKeyword = 8'000; // characters; Lucene refuses terms above 32,766 bytes

/// A field of terms. Positions cost space, so only stems have them: phrases consist of stems.
json terms_field(std::string_view positions, bool has_length) {
  return {{"type", "text"},
          {"analyzer", kTermsAnalyzer},
          {"search_analyzer", "keyword"},
          {"index_options", positions},
          {"norms", has_length},
          {"similarity", has_length ? "trawl_text" : "trawl_names"}};
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
  set(field::kStems, terms_field("positions", true));
  set(field::kTitleStems, terms_field("positions", true));
  out[std::string(field::kTitleStems)]["similarity"] = "trawl_title";
  set(field::kWords, terms_field("freqs", true));
  for (const auto name : {field::kTagStems, field::kAuthorWords}) set(name, terms_field("docs", false));
  for (const auto name : {field::kId, field::kNames, field::kTitleWords, field::kAuthorNames, field::kTitles,
                          field::kOwnSource, field::kStore}) {
    set(name, {{"type", "keyword"}, {"ignore_above", kMaxKeyword}});
  }
  set(field::kPublished, {{"type", "long"}});
  set(field::kDate, {{"type", "date"}, {"format", "strict_date_time_no_millis"}});
  set(field::kCopied, {{"type", "boolean"}});
  set(field::kLength, {{"type", "integer"}});
  set(field::kState, {{"type", "object"}, {"enabled", false}});
  for (const char* name : {"fields", "text", "structure"}) set(name, kept_field());
  return out;
}

json similarity(double b) { return {{"type", "BM25"}, {"k1", 1.2}, {"b", b}}; }

} // namespace

json index_body(const IndexShape& shape) {
  json mapping = {{"dynamic", "strict"}, {"properties", properties()}};
  json& excluded = mapping["_source"]["excludes"] = json::array();
  for (const auto name : {field::kStems, field::kTitleStems, field::kWords, field::kTitleWords, field::kTagStems,
                          field::kAuthorWords, field::kAuthorNames, field::kTitles}) {
    excluded.push_back(std::string(name));
  }
  return {{"settings",
           {{"number_of_shards", shape.shards},
            {"number_of_replicas", shape.replicas},
            {"refresh_interval", "-1"}, // the writer refreshes, then changes the revision
            {"max_result_window", kMaxWindow},
            {"max_inner_result_window", kMaxGroup},
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
                  {"filter", {"trawl_no_term", "trawl_same_position"}}}}}}}},
            {"similarity",
             {{"trawl_text", similarity(0.75)}, {"trawl_title", similarity(0.5)}, {"trawl_names", similarity(0)}}}}},
          {"mappings", std::move(mapping)}};
}

} // namespace trawl::opensearch
