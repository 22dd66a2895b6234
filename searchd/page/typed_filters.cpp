// SPDX-License-Identifier: GPL-3.0-or-later
#include "searchd/page/typed_filters.h"

#include "shared/base/utf8.h"
#include "shared/query/fields.h"
#include "shared/query/lexer.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace trawl::searchd {
namespace {

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
  if (!utf8::is_valid(q)) return q;
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

std::string without_typed_filter(const std::string& q, std::string_view field) {
  return without(q, [field](std::string_view typed) { return typed == field; });
}

std::string without_typed_filters(const std::string& q) {
  return without(q, [](std::string_view) { return true; });
}

} // namespace trawl::searchd
