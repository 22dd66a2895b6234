// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/matching/match_query.h"

#include "shared/base/ascii.h"
#include "shared/index/columns/value_key.h"
#include "shared/opensearch/index_body.h"
#include "shared/opensearch/json_query.h"
#include "shared/query/fields.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace trawl::opensearch {
namespace {

using search::Match;
using search::MatchKind;
using search::MatchPtr;

/// Where the terms with a prefix are, which they lose there; longer prefixes first.
struct TermField {
  std::string_view prefix, field;
};
constexpr std::array kTermFields{TermField{"SZ", field::kTitleStems}, TermField{"S", field::kTitleWords},
                                 TermField{"Z", field::kStems}};

struct PlacedTerm {
  std::string_view field;
  std::string text;
};

PlacedTerm place_of(std::string_view term) {
  for (const auto& [prefix, field] : kTermFields) {
    if (term.starts_with(prefix)) return {field, std::string(term.substr(prefix.size()))};
  }
  const bool is_of_field = !term.empty() && term.front() >= 'A' && term.front() <= 'Z';
  return {is_of_field ? field::kFieldWords : field::kWords, std::string(term)};
}

/// All terms of a sequence are in one field.
std::vector<std::string> texts_of(const std::vector<std::string>& terms) {
  std::vector<std::string> out;
  for (const std::string& term : terms) out.push_back(place_of(term).text);
  return out;
}

/// By field, the terms among the alternatives of an Any and of those inside it; others as queries.
struct Alternatives {
  std::map<std::string_view, std::set<std::string>> terms;
  std::vector<Json> others;

  void add(const Match& match) {
    if (match.kind == MatchKind::Any) {
      for (const MatchPtr& part : match.parts) add(*part);
    } else if (match.kind == MatchKind::Term) {
      PlacedTerm place = place_of(match.terms.front());
      terms[place.field].insert(std::move(place.text));
    } else {
      others.push_back(match_query(match));
    }
  }
};

/// The terms of a field are one clause: a cluster takes at most 1,024 clauses, fewer than a long query has spellings.
Json alternatives_query(const Match& match) {
  Alternatives found;
  found.add(match);
  std::vector<Json> any;
  for (const auto& [field, terms] : found.terms)
    any.push_back(terms.size() == 1 ? term_query(field, *terms.begin())
                                    : terms_query(field, {terms.begin(), terms.end()}));
  std::ranges::move(found.others, std::back_inserter(any));
  return any_query(std::move(any));
}

std::vector<Json> queries_of(const std::vector<MatchPtr>& parts) {
  std::vector<Json> out;
  for (const MatchPtr& part : parts) out.push_back(match_query(*part));
  return out;
}

/// A cluster takes at most 1,024 clauses, and a pasted text repeats its words.
std::vector<Json> without_repetitions(std::vector<Json> queries) {
  std::vector<Json> out;
  for (Json& query : queries) {
    if (std::ranges::find(out, query) == out.end()) out.push_back(std::move(query));
  }
  return out;
}

/// The forms in which a value may be in the index: its key, and the key in lower case.
std::vector<std::string> keys_of(const Match& match) {
  std::vector<std::string> keys;
  for (const std::string& value : match.terms) {
    const std::string key = index::value_key(match.field, value), lower = ascii::to_lower(key);
    keys.push_back(key);
    if (lower != key) keys.push_back(lower);
  }
  return keys;
}

Json dates_query(const query::DateRange& dates) {
  Json moments = Json::object(), days = Json::object();
  if (dates.after) moments["gte"] = dates.after->time_since_epoch().count();
  if (dates.before) moments["lt"] = dates.before->time_since_epoch().count();
  if (dates.first_day) days["gte"] = to_rfc3339(*dates.first_day);
  if (dates.end_day) days["lt"] = to_rfc3339(*dates.end_day);
  std::vector<Json> all;
  if (!moments.empty()) all.push_back({{"range", {{std::string(field::kPublished), std::move(moments)}}}});
  if (!days.empty()) all.push_back({{"range", {{std::string(field::kDate), std::move(days)}}}});
  if (all.empty()) return {{"exists", {{"field", std::string(field::kPublished)}}}};
  return all_query(std::move(all));
}

Json property_query(std::string_view property) {
  if (property == "undated") return not_query({{"exists", {{"field", std::string(field::kPublished)}}}});
  if (property == "long") return {{"range", {{std::string(field::kLength), {{"gte", search::kLongArticleWords}}}}}};
  if (property == query::kGone) return {{"match_none", Json::object()}}; // a cluster has no articles that are gone
  return {{"term", {{std::string(field::kCopied), true}}}};              // duplicate
}

Json properties_query(const std::vector<std::string>& properties) {
  std::vector<Json> any;
  for (const std::string& property : properties) any.push_back(property_query(property));
  return any_query(std::move(any));
}

Json marked_query(const std::vector<std::string>& ids) {
  return any_query({terms_query(field::kId, ids), terms_query(field::kNames, ids)});
}

Json written_query(const Match& match) {
  std::vector<Json> all;
  for (const std::string& word : match.terms) all.push_back(term_query(field::kWords, word));
  all.push_back(sequence_query(field::kStems, texts_of(match.stems), 1));
  return all_query(std::move(all));
}

} // namespace

// The parser limits the depth of a query's tree, and so of the recursion.
Json match_query(const Match& match) {
  const int number = static_cast<int>(match.number);
  switch (match.kind) {
  case MatchKind::All:
    return all_query(without_repetitions(queries_of(match.parts)));
  case MatchKind::Any:
    return alternatives_query(match);
  case MatchKind::AtLeast:
    return any_query(queries_of(match.parts), match.number);
  case MatchKind::Not:
    return not_query(match_query(*match.parts.front()));
  case MatchKind::Term:
    return term_query(place_of(match.terms.front()).field, place_of(match.terms.front()).text);
  case MatchKind::Sequence:
    return sequence_query(place_of(match.terms.front()).field, texts_of(match.terms), number);
  case MatchKind::Near:
    return near_query(place_of(match.terms.front()).field, texts_of(match.terms), number);
  case MatchKind::Written:
    return written_query(match);
  case MatchKind::Prefix:
    return prefix_query(place_of(match.terms.front()).field, place_of(match.terms.front()).text);
  case MatchKind::Value:
    return terms_query(match.field, keys_of(match));
  case MatchKind::Dates:
    return dates_query(match.dates);
  case MatchKind::Property:
    return properties_query(match.terms);
  case MatchKind::Marked:
    return marked_query(match.marks->with(match.mark));
  }
  return nothing();
}

Json all_but(const std::map<std::string, MatchPtr, std::less<>>& matches, std::string_view field) {
  std::vector<Json> all;
  for (const auto& [name, match] : matches) {
    if (name != field) all.push_back(match_query(*match));
  }
  return all_query(std::move(all));
}

} // namespace trawl::opensearch
