// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/api/request/search_request.h"

#include "shared/api/request/parameter_parser.h"
#include "shared/api/response/hit_json.h"
#include "shared/api/response/json_writer.h"
#include "shared/base/ascii.h"
#include "shared/query/date_filter.h"
#include "shared/query/fields.h"
#include "shared/query/parse_query.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trawl::api {
namespace {

using search::FieldFilter;
using search::Filters;
using search::SearchRequest;
using Names = std::span<const std::string_view>;

constexpr std::size_t kMaxPerSource = 100;
constexpr std::size_t kMaxSnippets = 10;
constexpr std::size_t kMaxCursorBytes = 6'000; // long enough for a cluster's cursor, which names a point in time
constexpr std::size_t kFeedItems = 50;

// The order of each is that of its enum.
constexpr std::array<std::string_view, 3> kMatchModes{"most", "all", "any"};
constexpr std::array<std::string_view, 2> kSwitch{"off", "on"};
constexpr std::array<std::string_view, 4> kSortOrders{"relevance", "newest", "oldest", "source"};
constexpr std::array<std::string_view, 5> kIntervals{"auto", "day", "week", "month", "year"};
constexpr std::array<std::string_view, 2> kHighlights{"html", "none"};
constexpr std::array<std::string_view, 1> kGroups{"source"};

void sort_unique(std::vector<std::string>& values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
}

/// Filter values are in lower case in the index, except in fields that ignore case and keep their spelling.
FieldFilter read_filter(ParameterParser& parser, std::string_view field) {
  const bool keeps_spelling = schema::find_filter(field)->ignores_case;
  FieldFilter filter;
  for (auto& [value, excluded] : parser.list(field)) {
    (excluded ? filter.none_of : filter.any_of).push_back(keeps_spelling ? value : ascii::to_lower(value));
  }
  sort_unique(filter.any_of);
  sort_unique(filter.none_of);
  return filter;
}

/// What a date means as after:, before: or since: of the query language.
query::DateRange read_bound(ParameterParser& parser, std::string_view name, Moment now) {
  const std::string value = parser.text(name);
  if (value.empty()) return {};
  if (const auto range = query::parse_date_filter(name, value, now)) return *range;
  parser.reject(name, value, "must be a date or an age, e.g. 2026, 2026-04-08, yesterday, 12h, 7d, 2w, 3m or 1y.");
  return {};
}

Filters read_filters(ParameterParser& parser, Moment now) {
  Filters filters;
  for (const std::string_view field : schema::kFilterFields) {
    FieldFilter filter = read_filter(parser, field);
    if (field == "tag") {
      for (auto& item : parser.list("tag_all")) filter.all_of.push_back(ascii::to_lower(item.value));
      sort_unique(filter.all_of);
    }
    if (!filter.empty()) filters.fields.emplace(field, std::move(filter));
  }
  for (const std::string_view name : {"after", "before", "since"})
    filters.dates = query::intersection(filters.dates, read_bound(parser, name, now));
  return filters;
}

void read_paging(ParameterParser& parser, SearchRequest& request) {
  request.limit = parser.number("limit", request.limit, 0, search::kMaxLimit);
  request.offset = parser.number("offset", 0, 0, search::kMaxOffset);
  request.cursor = parser.text("cursor");
  request.per_source = parser.number("per_source", 0, 0, kMaxPerSource);
  request.group_by_source = parser.choice("group", kGroups).has_value();
  if (request.cursor.size() > kMaxCursorBytes) parser.reject("cursor", "", "is too long to be a cursor.");
  if (!request.cursor.empty() && request.offset > 0) parser.reject("offset", "", "cannot be combined with a cursor.");
}

/// The chosen names of `known`, in the order of `known`; "all" chooses every one.
std::vector<std::string> read_choices(ParameterParser& parser, std::string_view name, Names known) {
  std::vector<std::string> chosen;
  for (const auto& item : parser.list(name)) {
    if (item.value == "all")
      chosen.assign(known.begin(), known.end());
    else if (std::ranges::find(known, item.value) == known.end())
      parser.reject_unknown(name, item.value, known);
    else
      chosen.push_back(item.value);
  }
  std::vector<std::string> ordered;
  for (const std::string_view value : known) {
    if (std::ranges::find(chosen, value) != chosen.end()) ordered.emplace_back(value);
  }
  return ordered;
}

/// Reads the parameters that select articles, but for the query.
void read_selection_without_query(ParameterParser& parser, SearchRequest& request, Moment now) {
  request.filters = read_filters(parser, now);
  if (const auto mode = parser.choice("match", kMatchModes)) request.match = static_cast<search::MatchMode>(*mode);
}

/// Without a field, a query has no date.
bool names_fields(const std::string& q) { return q.contains(':'); }

void read_selection(ParameterParser& parser, SearchRequest& request, Moment now) {
  request.q = parser.text("q");
  if (names_fields(request.q)) static_cast<void>(request.parsed(now)); // for all copies, as canonical_form will ask
  read_selection_without_query(parser, request, now);
}

bool is_language(std::string_view tag) {
  return (tag.size() == 2 || tag.size() == 3) && std::ranges::all_of(tag, [](char c) { return c >= 'a' && c <= 'z'; });
}

void read_language_boost(ParameterParser& parser, std::string reader_language, SearchRequest& request) {
  const std::string value = ascii::to_lower(parser.text("lang_boost"));
  if (!value.empty()) request.lang_boost = value;
  if (!value.empty() && value != "auto" && value != "none" && !is_language(value)) {
    parser.reject("lang_boost", value, "must be auto, none or a language, e.g. en.");
  }
  if (request.lang_boost == "auto") request.reader_language = std::move(reader_language);
}

void read_facet_limit(ParameterParser& parser, SearchRequest& request) {
  request.facet_limit = parser.number("facet_limit", request.facet_limit, 1, search::kMaxFacetLimit);
}

void read_interval(ParameterParser& parser, SearchRequest& request) {
  if (const auto interval = parser.choice("date_interval", kIntervals)) {
    request.date_interval = static_cast<search::DateInterval>(*interval);
  }
}

/// Makes it a search that counts days and shows no hits.
void count_days(SearchRequest& request) {
  request.as_typed = true;
  request.facets = {"date"};
  request.limit = request.snippets = 0;
}

void read_facets(ParameterParser& parser, SearchRequest& request) {
  request.facets = read_choices(parser, "facets", schema::kFacetFields);
  read_facet_limit(parser, request);
  read_interval(parser, request);
}

void read_display(ParameterParser& parser, ParsedSearch& request) {
  SearchRequest& search = request.search;
  search.snippets = parser.number("snippets", search.snippets, 0, kMaxSnippets);
  search.explain = parser.flag("explain", false);
  request.json = json_options_for(search);
  if (const auto highlight = parser.choice("highlight", kHighlights)) {
    request.json.highlight = static_cast<Highlight>(*highlight);
  }
  request.json.fields = read_choices(parser, "fields", hit_fields());
  search.with_text = std::ranges::any_of(
      request.json.fields, [](const std::string& field) { return field == "text" || field == "excerpt"; });
  const std::vector<std::string>& fields = request.json.fields;
  const auto shows_snippets = fields.empty() || std::ranges::any_of(fields, [](const std::string& field) {
                                return field == "snippets" || field == "section";
                              });
  if (!shows_snippets) search.snippets = 0; // they are the most expensive part of a hit
}

void write_list(JsonWriter& out, const std::vector<std::string>& values) {
  out.begin_array();
  for (const std::string& value : values) out.string(value);
  out.end_array();
}

/// Writes what the dates of the query mean at `now`: "since:12h" moves with the clock, inside parentheses too.
void write_resolved_dates(JsonWriter& out, const SearchRequest& request, Moment now) {
  if (!names_fields(request.q)) return;
  const query::ParsedQuery& query = request.parsed(now);
  out.string(query::date_value(query.filters.dates));
  out.string(query.understood);
}

void write_canonical(JsonWriter& out, const FieldFilter& filter) {
  for (const auto* const values : {&filter.any_of, &filter.all_of, &filter.none_of}) write_list(out, *values);
}

void write_canonical(JsonWriter& out, const query::DateRange& dates) { out.string(query::date_value(dates)); }

} // namespace

std::string first_language(std::string_view accept_language) {
  const std::string tag =
      ascii::to_lower(std::string(accept_language.substr(0, accept_language.find_first_of("-,; "))));
  return is_language(tag) ? tag : std::string();
}

Answer<ParsedSearch> read_search_request(const Parameters& parameters, Moment now, std::string reader_language) {
  ParameterParser parser(parameters);
  ParsedSearch request;
  read_selection(parser, request.search, now);
  if (const auto order = parser.choice("sort", kSortOrders)) {
    request.search.sort = static_cast<search::SortOrder>(*order);
  }
  request.search.as_typed = parser.flag("as_typed", false);
  request.search.recency = parser.share("recency");
  read_language_boost(parser, std::move(reader_language), request.search);
  if (const auto use = parser.choice("meaning", kSwitch)) request.search.meaning = *use == 1;
  read_paging(parser, request.search);
  read_facets(parser, request.search);
  read_display(parser, request);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  return request;
}

Answer<FacetRequest> read_facet_request(const Parameters& parameters, Moment now) {
  ParameterParser parser(parameters);
  FacetRequest request;
  read_selection(parser, request.search.search, now);
  read_facet_limit(parser, request.search.search);
  request.prefix = parser.text("prefix");
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  return request;
}

Answer<ParsedSearch> read_date_facet_request(const Parameters& parameters, Moment now) {
  ParameterParser parser(parameters);
  ParsedSearch request;
  read_selection(parser, request.search, now);
  read_interval(parser, request.search);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  count_days(request.search);
  return request;
}

Answer<TrendsRequest> read_trends_request(const Parameters& parameters, Moment now) {
  ParameterParser parser(parameters);
  TrendsRequest request;
  request.queries = parser.texts("q");
  if (request.queries.size() > kMaxTrends)
    parser.reject("q", request.queries.back(), "may be given " + std::to_string(kMaxTrends) + " times at most.");
  request.by_source = parser.choice("by", kGroups).has_value();
  read_selection_without_query(parser, request.selection, now);
  read_interval(parser, request.selection);
  if (auto problem = parser.finish()) return std::unexpected(std::move(*problem));
  count_days(request.selection);
  return request;
}

Answer<ParsedSearch> read_feed_request(const Parameters& parameters, Moment now, std::string reader_language) {
  auto request = read_search_request(parameters, now, std::move(reader_language));
  if (!request) return request;
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(
        parameters, [&](const Parameter& parameter) { return parameter.name == name && !parameter.value.empty(); });
  };
  if (!has("limit")) request->search.limit = kFeedItems;
  if (!request->search.sort) request->search.sort = search::SortOrder::Newest;
  if (!has("as_typed")) request->search.as_typed = true; // nobody may be there to see that it was corrected
  return request;
}

std::string canonical_form(const ParsedSearch& request, Moment now) {
  const SearchRequest& search = request.search;
  std::string out;
  JsonWriter writer(out);
  writer.begin_array().string(search.q);
  query::for_each_filter(
      search.filters, [&](std::string_view name, const auto& filter) { write_canonical(writer.string(name), filter); });
  write_resolved_dates(writer, search, now);
  writer.number(static_cast<int>(search.match)).boolean(search.as_typed).boolean(search.meaning);
  writer.number(static_cast<int>(search.sort.value_or(search::SortOrder::Relevance)));
  writer.decimal(search.recency, kShareDecimals);
  writer.string(search.recency > 0 ? to_rfc3339(now) : std::string());
  writer.string(search.lang_boost).string(search.reader_language);
  writer.number(search.per_source).boolean(search.group_by_source).number(search.limit).number(search.offset);
  writer.string(search.cursor);
  write_list(writer, search.facets);
  writer.number(search.facet_limit);
  writer.number(static_cast<int>(search.date_interval)).boolean(search.all_dates).number(search.snippets);
  writer.boolean(search.explain).number(static_cast<int>(request.json.highlight));
  write_list(writer, request.json.fields);
  writer.end_array();
  return out;
}

std::string canonical_form(const TrendsRequest& request, Moment now) {
  std::string out;
  if (request.queries.empty()) out = to_rfc3339(now);
  ParsedSearch one{request.selection, {}};
  for (const std::string& q : request.queries) {
    one.search.q = q;
    out += canonical_form(one, now);
  }
  return out + canonical_form({request.selection, {}}, now) + (request.by_source ? " by source" : "");
}

} // namespace trawl::api
