// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/filters.h"

#include "shared/index/columns/value_key.h"
#include "shared/search/facets/nearest_value.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

namespace trawl::search {
namespace {

using index::Columns;
using index::ValueColumn;

constexpr std::uint8_t kAnyOf = 1, kAllOf = 2, kNoneOf = 4;

/// The filter on one field, prepared for one test per document.
class FieldTest {
 public:
  FieldTest(const ValueColumn& column, std::string_view field, const FieldFilter& filter)
      : column_(column), flags_(column.values.size()), needs_any_(!filter.any_of.empty()) {
    flag(field, filter.any_of, kAnyOf);
    flag(field, filter.none_of, kNoneOf);
    possible_ = flag(field, filter.all_of, kAllOf);
    for (const std::uint8_t flags : flags_) needed_ += (flags & kAllOf) != 0;
  }

  bool passes(const index::Part& part, std::uint32_t local) const {
    unsigned seen = 0;
    std::size_t found = 0;
    for (const std::uint32_t ordinal : column_.in_part(part, local)) {
      seen |= flags_[ordinal];
      found += (flags_[ordinal] & kAllOf) != 0;
    }
    const bool has_any = !needs_any_ | ((seen & kAnyOf) != 0);
    return static_cast<bool>(possible_ & ((seen & kNoneOf) == 0) & has_any & (found == needed_));
  }

 private:
  /// Returns false if the column does not have one of the values.
  bool flag(std::string_view field, const std::vector<std::string>& values, std::uint8_t flag) {
    bool all_known = true;
    for (const std::string& value : values) {
      const auto ordinal = find_value(column_, field, value);
      all_known = all_known && ordinal;
      if (ordinal) flags_[*ordinal] = static_cast<std::uint8_t>(flags_[*ordinal] | flag);
    }
    return all_known;
  }

  const ValueColumn& column_;
  std::vector<std::uint8_t> flags_; ///< by ordinal
  std::size_t needed_ = 0;          ///< number of values that a document must have all of
  bool needs_any_ = false;
  bool possible_ = true;
};

class DateTest {
 public:
  DateTest(const std::optional<Moment>& after, const std::optional<Moment>& before)
      : first_(after ? after->time_since_epoch().count() : std::numeric_limits<std::int64_t>::min()),
        end_(before ? before->time_since_epoch().count() : std::numeric_limits<std::int64_t>::max()) {}

  bool passes(const index::Part& part, std::uint32_t local) const {
    const std::int64_t published = part.segment->published_at(local);
    return published != index::kUndated && published >= first_ && published < end_;
  }

 private:
  std::int64_t first_, end_;
};

/// Adds the documents of a part that fail a test. No branch depends on the result, which no processor could predict.
template <typename Test>
void add_failing(const index::Part& part, const DocSet& documents, const Test& test, DocSet& failing) {
  const std::span<const std::uint64_t> words = documents.words();
  const std::size_t end = std::min<std::size_t>(part.last / 64 + 1, words.size());
  for (std::size_t w = part.base / 64; w < end; ++w) {
    std::uint64_t failing_here = 0;
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
      const std::uint32_t local = static_cast<std::uint32_t>(w * 64) + bit - part.base;
      failing_here |= std::uint64_t{!test.passes(part, local)} << bit;
    }
    failing.words()[w] = failing_here;
  }
}

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  for (const std::string& value : from) {
    if (std::ranges::find(to, value) == to.end()) to.push_back(value);
  }
}

std::string in_quotes(std::string_view value) { return "\"" + std::string(value) + "\""; }

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

} // namespace

Filters combined(const Filters& a, const Filters& b) {
  Filters out = a;
  for (const auto& [field, filter] : b.fields) {
    FieldFilter& both = out.fields[field];
    append(both.any_of, filter.any_of);
    append(both.all_of, filter.all_of);
    append(both.none_of, filter.none_of);
  }
  if (b.after) out.after = out.after ? std::max(*out.after, *b.after) : *b.after;
  if (b.before) out.before = out.before ? std::min(*out.before, *b.before) : *b.before;
  return out;
}

std::optional<std::uint32_t> find_value(const ValueColumn& column, std::string_view field, std::string_view value) {
  const std::string key = index::value_key(field, value);
  const auto found = column.find(key);
  return found ? found : column.find(ascii_lower(key));
}

DocSet FilteredSet::without_filter_on(std::string_view field) const {
  DocSet all = passing;
  if (const auto it = failing_one.find(field); it != failing_one.end()) all |= it->second;
  return all;
}

FilteredSet apply_filters(DocSet matches, const Filters& filters, const Columns& columns) {
  FilteredSet out;
  if (filters.empty()) {
    out.passing = std::move(matches);
    return out;
  }
  DocSet failed_once(columns.last_document), failed_twice(columns.last_document);
  const auto apply = [&](std::string_view field, const auto& test) {
    DocSet failed(columns.last_document);
    for (const index::Part& part : columns.parts()) add_failing(part, matches, test, failed);
    DocSet again = failed;
    again &= failed_once;
    failed_twice |= again;
    failed_once |= failed;
    out.failing_one.emplace(field, std::move(failed));
  };
  for (const auto& [field, filter] : filters.fields) {
    const ValueColumn* column = columns.column(field);
    if (column != nullptr && !filter.empty()) apply(field, FieldTest(*column, field, filter));
  }
  if (filters.after || filters.before) apply(kDateField, DateTest(filters.after, filters.before));
  out.passing = std::move(matches);
  out.passing -= failed_once;
  for (auto& [field, failed] : out.failing_one) failed -= failed_twice;
  return out;
}

std::vector<Warning> unknown_values(const Filters& filters, const Columns& columns, const LabelOf& label) {
  std::vector<Warning> warnings;
  for (const auto& [field, filter] : filters.fields) {
    const ValueColumn* column = columns.column(field);
    if (column == nullptr) continue;
    for (const auto* values : {&filter.any_of, &filter.all_of, &filter.none_of}) {
      for (const std::string& value : *values) {
        const auto ordinal = find_value(*column, field, value);
        if (ordinal && column->documents[*ordinal] > 0) continue;
        const auto nearest =
            nearest_value(*column, index::value_key(field, value), field == "source" ? label : LabelOf{});
        std::string message = "No article has the " + field + " " + in_quotes(value);
        message += nearest ? ". The nearest is " + in_quotes(*nearest) + "." : std::string(".");
        warnings.push_back({"unknown_value", std::move(message), std::nullopt});
      }
    }
  }
  return warnings;
}

} // namespace trawl::search
