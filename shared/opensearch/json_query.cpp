// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/json_query.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace trawl::opensearch {
namespace {

/// For phrases of up to this many words, every combination of shared positions is looked for; for longer ones, those
/// with one shared position; for very long ones, none: each combination has all the words, and a cluster takes a query
/// of at most 1,024.
constexpr std::size_t kAllSharedUpTo = 4, kOneSharedUpTo = 12;

Json interval_of(const std::string& term) {
  return {{"match", {{"query", term}, {"analyzer", "keyword"}, {"max_gaps", 0}, {"ordered", true}}}};
}

Json ordered(std::vector<Json> intervals, int max_gaps) {
  if (intervals.size() == 1) return std::move(intervals.front());
  return {{"all_of", {{"ordered", true}, {"max_gaps", max_gaps}, {"intervals", std::move(intervals)}}}};
}

Json any_interval(std::vector<Json> intervals) {
  if (intervals.size() == 1) return std::move(intervals.front());
  return {{"any_of", {{"intervals", std::move(intervals)}}}};
}

/// The terms at one position.
Json shared_position(const std::vector<std::string>& terms) {
  Json inner = interval_of(terms.back());
  for (std::size_t i = terms.size() - 1; i-- > 0;) {
    Json outer = interval_of(terms[i]);
    outer["match"]["filter"] = {{"contained_by", std::move(inner)}};
    inner = std::move(outer);
  }
  return inner;
}

/// The terms one after another; bit i of `shared` says that term i + 1 has the same position as term i.
std::vector<Json> side_by_side(const std::vector<std::string>& terms, std::uint32_t shared) {
  std::vector<std::vector<std::string>> positions{{terms.front()}};
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if ((shared >> (i - 1) & 1) == 0) positions.emplace_back();
    positions.back().push_back(terms[i]);
  }
  std::vector<Json> out;
  for (const auto& at_one : positions) out.push_back(shared_position(at_one));
  return out;
}

/// The neighbours that may share a position: only different words may.
std::uint32_t different_neighbours(const std::vector<std::string>& terms) {
  std::uint32_t out = 0;
  for (std::size_t i = 1; i < terms.size() && i < 32; ++i) {
    if (terms[i] != terms[i - 1]) out |= 1U << (i - 1);
  }
  return out;
}

Json intervals_query(std::string_view field, Json rule) {
  return {{"intervals", {{std::string(field), std::move(rule)}}}};
}

} // namespace

Json term_query(std::string_view field, std::string_view term) { return {{"term", {{std::string(field), term}}}}; }

Json terms_query(std::string_view field, const std::vector<std::string>& terms) {
  return {{"terms", {{std::string(field), terms}}}};
}

Json everything() { return {{"match_all", Json::object()}}; }
Json nothing() { return {{"match_none", Json::object()}}; }

Json any_query(std::vector<Json> queries) {
  if (queries.empty()) return nothing();
  if (queries.size() == 1) return std::move(queries.front());
  return {{"bool", {{"should", std::move(queries)}, {"minimum_should_match", 1}}}};
}

Json all_query(std::vector<Json> queries) {
  if (queries.empty()) return everything();
  if (queries.size() == 1) return std::move(queries.front());
  return {{"bool", {{"filter", std::move(queries)}}}};
}

Json enough_of(const Json& base, const std::vector<Json>& queries, std::size_t least) {
  if (least == 0 || queries.empty()) return base;
  return {{"bool", {{"filter", {base}}, {"should", queries}, {"minimum_should_match", least}}}};
}

Json not_query(Json query) { return {{"bool", {{"must_not", {std::move(query)}}}}}; }

Json sequence_query(std::string_view field, const std::vector<std::string>& terms, int distance) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return term_query(field, terms.front());
  const std::uint32_t may_share = different_neighbours(terms);
  std::vector<Json> ways;
  if (distance <= 1) {
    const std::uint32_t end = 1U << (terms.size() <= kOneSharedUpTo ? terms.size() - 1 : 0);
    for (std::uint32_t shared = 0; shared < end; ++shared) {
      const bool is_asked = terms.size() <= kAllSharedUpTo || (shared & (shared - 1)) == 0;
      if (is_asked && (shared & ~may_share) == 0) ways.push_back(ordered(side_by_side(terms, shared), 0));
    }
    return intervals_query(field, any_interval(std::move(ways)));
  }
  Json before = interval_of(terms.front());
  for (std::size_t i = 1; i < terms.size(); ++i) {
    ways = {ordered({std::move(before), interval_of(terms[i])}, distance - 1)};
    if (i == 1 && (may_share & 1) != 0) ways.push_back(shared_position({terms[0], terms[1]}));
    before = any_interval(std::move(ways));
  }
  return intervals_query(field, std::move(before));
}

Json near_query(std::string_view field, const std::vector<std::string>& terms, int distance) {
  if (terms.empty()) return nothing();
  if (terms.size() == 1) return term_query(field, terms.front());
  std::vector<Json> intervals;
  for (const std::string& term : terms) intervals.push_back(interval_of(term));
  const int gaps = std::max(0, distance + 1 - static_cast<int>(terms.size()));
  return intervals_query(field,
                         {{"all_of", {{"ordered", false}, {"max_gaps", gaps}, {"intervals", std::move(intervals)}}}});
}

} // namespace trawl::opensearch
