// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/filters.h"

#include "shared/search/match/value_sets.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace trawl::search {
namespace {

using index::Columns;
using index::ValueColumn;

constexpr std::uint8_t kAnyOf = 1, kAllOf = 2, kNoneOf = 4;

/// The filter on one field, prepared for one test a document.
class FieldTest {
 public:
  FieldTest(const ValueColumn& column, std::string_view field, const FieldFilter& filter)
      : column_(column), flags_(column.values.size()), needs_any_(!filter.any_of.empty()) {
    flag(field, filter.any_of, kAnyOf);
    flag(field, filter.none_of, kNoneOf);
    possible_ = flag(field, filter.all_of, kAllOf);
    for (const std::uint8_t flags : flags_) needed_ += (flags & kAllOf) != 0;
  }

  bool passes(std::uint32_t document) const {
    unsigned seen = 0;
    std::size_t found = 0;
    for (const std::uint32_t ordinal : column_.of(document)) {
      seen |= flags_[ordinal];
      found += (flags_[ordinal] & kAllOf) != 0;
    }
    const bool has_any = !needs_any_ | ((seen & kAnyOf) != 0);
    return possible_ & ((seen & kNoneOf) == 0) & has_any & (found == needed_);
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
  DateTest(const query::DateRange& dates, const Columns& columns)
      : moments_{first_of(dates.after), end_of(dates.before)}, days_{first_of(dates.first_day), end_of(dates.end_day)},
        published_(columns.published()), published_days_(columns.published_days()) {}

  bool passes(std::uint32_t document) const {
    const std::int64_t moment = published_[document];
    return moment != index::kUndated && moments_.contains(moment) && days_.contains(published_days_[document]);
  }

 private:
  struct Span {
    std::int64_t first, end;
    bool contains(std::int64_t number) const { return number >= first && number < end; }
  };
  template <typename Bound>
  static std::int64_t first_of(const std::optional<Bound>& bound) {
    return bound ? bound->time_since_epoch().count() : std::numeric_limits<std::int64_t>::min();
  }
  template <typename Bound>
  static std::int64_t end_of(const std::optional<Bound>& bound) {
    return bound ? bound->time_since_epoch().count() : std::numeric_limits<std::int64_t>::max();
  }

  Span moments_, days_;
  const std::vector<std::int64_t>&published_, &published_days_;
};

/// Adds the documents that fail a test. No branch depends on the result, which no processor could predict.
template <typename Test>
void add_failing(const DocSet& documents, const Test& test, DocSet& failing) {
  const std::span<const std::uint64_t> words = documents.words();
  for (std::size_t w = 0; w < words.size(); ++w) {
    std::uint64_t failing_here = 0;
    for (std::uint64_t word = words[w]; word != 0; word &= word - 1) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(word));
      failing_here |= std::uint64_t{!test.passes(static_cast<std::uint32_t>(w * 64) + bit)} << bit;
    }
    failing.words()[w] = failing_here;
  }
}

/// What a filter asks of each document; nullopt for a field that the index does not have.
std::optional<FieldTest> test_of(const Columns& columns, std::string_view field, const FieldFilter& filter) {
  const ValueColumn* const column = columns.column(field);
  return column == nullptr ? std::nullopt : std::optional<FieldTest>(std::in_place, *column, field, filter);
}

std::optional<DateTest> test_of(const Columns& columns, std::string_view /*name*/, const query::DateRange& dates) {
  return DateTest(dates, columns);
}

} // namespace

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
    add_failing(matches, test, failed);
    DocSet again = failed;
    again &= failed_once;
    failed_twice |= again;
    failed_once |= failed;
    out.failing_one.emplace(field, std::move(failed));
  };
  query::for_each_filter(filters, [&](std::string_view name, const auto& filter) {
    if (const auto test = test_of(columns, name, filter)) apply(name, *test);
  });
  out.passing = std::move(matches);
  out.passing -= failed_once;
  for (auto& [field, failed] : out.failing_one) failed -= failed_twice;
  return out;
}

} // namespace trawl::search
