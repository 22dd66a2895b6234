// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/json_query.h"

#include "shared/opensearch/index_body.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace trawl::opensearch {
namespace {

Json interval_of(const std::string& term) { return {{"match", {{"query", term}, {"analyzer", "keyword"}}}}; }

Json together(std::vector<Json> intervals, bool is_ordered, int max_gaps) {
  return {{"all_of", {{"ordered", is_ordered}, {"max_gaps", max_gaps}, {"intervals", std::move(intervals)}}}};
}

/// Lucene lets each term be where it would be if all followed each other, or later by at most the slop in all. As words
/// are two positions apart, that is the next word, or the same one of which both are parts. This is exact for three
/// terms; of more, those in the middle could change places.
Json phrase_within_slop(std::string_view field, std::span<const std::string> terms) {
  std::string text;
  for (const std::string& term : terms) text.append(text.empty() ? "" : " ").append(term);
  return {{"match_phrase",
           {{std::string(field),
             {{"query", text}, {"analyzer", "whitespace"}, {"slop", (kStep - 1) * (terms.size() - 1)}}}}}};
}

Json phrase_query(std::string_view field, const std::vector<std::string>& terms) {
  constexpr std::size_t kExact = 3;
  Json whole = phrase_within_slop(field, terms);
  if (terms.size() <= kExact) return whole;
  std::vector<Json> neighbours;
  for (std::size_t i = 0; i + kExact <= terms.size(); ++i)
    neighbours.push_back(phrase_within_slop(field, std::span(terms).subspan(i, kExact)));
  return {{"bool", {{"must", {std::move(whole)}}, {"filter", std::move(neighbours)}}}};
}

} // namespace

Json term_query(std::string_view field, std::string_view term) { return {{"term", {{std::string(field), term}}}}; }

Json terms_query(std::string_view field, const std::vector<std::string>& terms) {
  return {{"terms", {{std::string(field), terms}}}};
}

Json prefix_query(std::string_view field, std::string_view prefix) {
  return {{"prefix", {{std::string(field), {{"value", prefix}}}}}};
}

Json everything() { return {{"match_all", Json::object()}}; }
Json nothing() { return {{"match_none", Json::object()}}; }

Json any_query(std::vector<Json> queries, std::size_t least) {
  if (queries.empty()) return nothing();
  if (queries.size() == 1) return std::move(queries.front());
  return {{"bool", {{"should", std::move(queries)}, {"minimum_should_match", least}}}};
}

Json all_query(std::vector<Json> queries) {
  if (queries.empty()) return everything();
  if (queries.size() == 1) return std::move(queries.front());
  return {{"bool", {{"filter", std::move(queries)}}}};
}

Json not_query(Json query) { return {{"bool", {{"must_not", {std::move(query)}}}}}; }

Json sequence_query(std::string_view field, const std::vector<std::string>& terms, int distance) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return term_query(field, terms.front());
  if (distance <= 1) return phrase_query(field, terms);
  Json before = interval_of(terms.front());
  for (std::size_t i = 1; i < terms.size(); ++i)
    before = together({std::move(before), interval_of(terms[i])}, true, kStep * distance - 1);
  return {{"intervals", {{std::string(field), std::move(before)}}}};
}

Json near_query(std::string_view field, const std::vector<std::string>& terms, int distance) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return term_query(field, terms.front());
  std::vector<Json> intervals;
  for (const std::string& term : terms) intervals.push_back(interval_of(term));
  const int gaps = std::max(0, kStep * distance + 1 - static_cast<int>(terms.size()));
  return {{"intervals", {{std::string(field), together(std::move(intervals), false, gaps)}}}};
}

} // namespace trawl::opensearch
