// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/page_links.h"

#include "shared/api/response/highlight.h"
#include "shared/base/html_escape.h"
#include "shared/base/utf8.h"
#include "shared/query/date_filter.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"
#include "shared/url/percent_encoding.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

namespace trawl::searchd {
namespace {

using api::Parameters;

Parameters without(Parameters parameters, std::initializer_list<std::string_view> names) {
  std::erase_if(parameters, [&](const api::Parameter& p) { return std::ranges::find(names, p.name) != names.end(); });
  return parameters;
}

/// The parameters with the query's own filters on `field` taken out of it.
Parameters without_typed(Parameters parameters, std::string_view field) {
  for (api::Parameter& parameter : parameters) {
    if (parameter.name == "q") parameter.value = without_typed_filter(parameter.value, field);
  }
  std::erase_if(parameters, [](const api::Parameter& p) { return p.name == "q" && p.value.empty(); });
  return parameters;
}

std::string joined(const std::vector<std::string>& any_of, const std::vector<std::string>& none_of) {
  std::string out;
  for (const std::string& value : any_of) out += (out.empty() ? "" : ",") + quoted_value(value);
  for (const std::string& value : none_of) out += (out.empty() ? "-" : ",-") + quoted_value(value);
  return out;
}

search::FieldFilter filter_on(const search::Filters& filters, const std::string& field) {
  const auto found = filters.fields.find(field);
  return found == filters.fields.end() ? search::FieldFilter{} : found->second;
}

/// Whether it was there.
bool erase_value(std::vector<std::string>& values, const std::string& value) { return std::erase(values, value) > 0; }

using query::Lexeme;
namespace operators = query::operators;

struct Range {
  std::size_t begin, end;
};

/// The filter's field, "date" for date bounds; empty if the lexeme is not a filter.
std::string_view filtered_field(const Lexeme& lexeme) {
  if (!lexeme.is(operators::kField)) return {};
  if (query::field_kind(lexeme.text) == query::FieldKind::Date) return "date";
  return query::filter_of(lexeme.text);
}

/// The lexeme with the minus or the operator before it.
Range with_operators(const std::vector<Lexeme>& lexemes, std::size_t index) {
  std::size_t first = index;
  while (first > 0 && (lexemes[first - 1].is(operators::kNot) || lexemes[first - 1].is(operators::kAnd))) {
    --first;
  }
  return {lexemes[first].begin, lexemes[index].end};
}

std::vector<Range> typed_filters(const std::vector<Lexeme>& lexemes,
                                 const std::function<bool(std::string_view)>& wanted) {
  std::vector<Range> ranges;
  int depth = 0;
  for (std::size_t i = 0; i < lexemes.size(); ++i) {
    if (lexemes[i].is(operators::kOpen)) ++depth;
    if (lexemes[i].is(operators::kClose)) --depth;
    if (depth == 0 && lexemes[i].is(operators::kOr)) return {};
    const std::string_view field = filtered_field(lexemes[i]);
    if (depth == 0 && !field.empty() && wanted(field)) ranges.push_back(with_operators(lexemes, i));
  }
  return ranges;
}

std::string without(const std::string& q, const std::function<bool(std::string_view)>& wanted) {
  if (!q.contains(':') || !utf8::is_valid(q)) return q; // each of a hundred links asks; a filter has a colon
  const std::vector<Lexeme> lexemes = query::lex_query(q);
  std::vector<Range> ranges = typed_filters(lexemes, wanted);
  if (ranges.empty()) return q;
  std::string out = q;
  std::ranges::reverse(ranges);
  for (const Range& range : ranges) {
    const bool blank_after = range.end < out.size() && out[range.end] == ' ';
    out.erase(range.begin, range.end - range.begin + (blank_after ? 1 : 0));
  }
  // An AND after a removed first filter no longer has a left operand.
  if (out.starts_with("AND ")) out.erase(0, 4);
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

} // namespace

std::string quoted_value(const std::string& value) {
  const bool plain = !value.contains(',') && !value.starts_with('-') && !value.contains('"');
  if (plain) return value;
  std::string out = "\"";
  for (const char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string page_link(const Parameters& parameters) {
  const std::string query = api::to_query_string(parameters);
  return query.empty() ? "/" : "/?" + html_escape(query);
}

std::string link_with(const Parameters& parameters, const std::string& name, const std::string& value) {
  Parameters changed = without(parameters, {name, "cursor", "offset", "article"});
  if (!value.empty()) changed.push_back({name, value});
  return page_link(changed);
}

namespace {

/// The first page of results with this filter on a field, which replaces the filters on it in the parameters and in the
/// query.
std::string filtered_page(const Parameters& parameters, const std::string& field, const search::FieldFilter& filter) {
  Parameters changed = without_typed(parameters, field);
  std::erase_if(changed, [&](const api::Parameter& p) { return p.name == field + "_all"; });
  if (!filter.all_of.empty()) changed.push_back({field + "_all", joined(filter.all_of, {})});
  return link_with(changed, field, joined(filter.any_of, filter.none_of));
}

} // namespace

std::string toggle_link(const Parameters& parameters, const search::Filters& filters, const std::string& field,
                        const std::string& value) {
  search::FieldFilter filter = filter_on(filters, field);
  auto& values = filter.any_of.empty() && !filter.all_of.empty() ? filter.all_of : filter.any_of;
  if (!erase_value(values, value)) values.push_back(value);
  return filtered_page(parameters, field, filter);
}

std::string exclusion_link(const Parameters& parameters, const search::Filters& filters, const std::string& field,
                           const std::string& value) {
  search::FieldFilter filter = filter_on(filters, field);
  erase_value(filter.any_of, value);
  erase_value(filter.all_of, value);
  filter.none_of.push_back(value);
  return filtered_page(parameters, field, filter);
}

std::string all_of_link(const Parameters& parameters, const search::Filters& filters, const std::string& field,
                        bool is_all) {
  search::FieldFilter filter = filter_on(filters, field);
  auto& from = is_all ? filter.any_of : filter.all_of;
  auto& to = is_all ? filter.all_of : filter.any_of;
  to.insert(to.end(), from.begin(), from.end());
  from.clear();
  return filtered_page(parameters, field, filter);
}

std::string removal_link(const Parameters& parameters, const search::Filters& filters, const std::string& field,
                         FilterPart part, const std::string& value) {
  search::FieldFilter filter = filter_on(filters, field);
  erase_value(part == FilterPart::AnyOf   ? filter.any_of
              : part == FilterPart::AllOf ? filter.all_of
                                          : filter.none_of,
              value);
  return filtered_page(parameters, field, filter);
}

std::string words_only_link(const Parameters& parameters) {
  const auto q = std::ranges::find(parameters, "q", &api::Parameter::name);
  const std::string words = q == parameters.end() ? "" : without_typed_filters(q->value);
  return page_link(words.empty() ? Parameters{} : Parameters{{"q", words}});
}

std::pair<std::string, std::string> days_of_bucket(std::string_view bucket) {
  const auto period = query::parse_period(bucket, {});
  if (!period) return {};
  return {to_day(*period->first_of_days()), to_day(*period->past_days())};
}

Parameters without_dates(const Parameters& parameters) {
  return without(without_typed(parameters, "date"), {"after", "before", "since", "cursor", "offset", "article"});
}

std::string bucket_link(const Parameters& parameters, std::string_view bucket) {
  const auto [first, past] = days_of_bucket(bucket);
  Parameters changed = without_dates(parameters);
  changed.push_back({"after", first});
  changed.push_back({"before", past});
  return page_link(changed);
}

std::string any_time_link(const Parameters& parameters) { return page_link(without_dates(parameters)); }

std::string open_end_link(const Parameters& parameters, const std::string& name, const std::string& value) {
  Parameters changed = without_dates(parameters);
  changed.push_back({name, value});
  return page_link(changed);
}

std::string passage_fragment(std::string_view text, std::size_t begin) {
  constexpr std::size_t kLongest = 60;
  std::string_view words = utf8::truncate_bytes(text.substr(std::min(begin, text.size())), kLongest);
  words = words.substr(0, words.find("…"));
  if (words.size() + begin < text.size() && words.contains(' ')) words = words.substr(0, words.rfind(' '));
  if (words.find_first_not_of(' ') == std::string_view::npos) return {};
  std::string fragment = url::percent_encode(words);
  for (std::size_t at = fragment.find('-'); at != std::string::npos; at = fragment.find('-', at)) // has a meaning there
    fragment.replace(at, 1, "%2D");
  return "#:~:text=" + fragment;
}

std::string article_link(const Parameters& parameters, const std::string& id, std::optional<std::size_t> at) {
  Parameters changed = without(parameters, {"article", "cursor", "offset"});
  changed.push_back({"article", id});
  if (at) changed.push_back({"at", std::to_string(*at)});
  return page_link(changed);
}

std::string back_link(const Parameters& parameters, const std::string& id, std::optional<std::size_t> at,
                      std::size_t limit) {
  Parameters changed = without(parameters, {"article", "cursor", "offset"});
  const std::size_t page = limit == 0 ? 0 : at.value_or(0) / limit;
  if (page > 0) changed.push_back({"offset", std::to_string(page * limit)});
  return page_link(changed) + (at ? "#a" + id : "");
}

std::string without_typed_filter(const std::string& q, std::string_view field) {
  return without(q, [field](std::string_view typed) { return typed == field; });
}

std::string without_typed_filters(const std::string& q) {
  return without(q, [](std::string_view) { return true; });
}

} // namespace trawl::searchd
