// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/facets/facets.h"

#include "shared/search/match/value_sets.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

using index::ValueColumn;

struct Counts {
  std::vector<std::uint32_t> by_ordinal;
  std::size_t missing = 0; ///< documents without a value
};

Counts count(const ValueColumn& column, const DocSet& documents) {
  Counts counts{std::vector<std::uint32_t>(column.values.size()), 0};
  documents.for_each([&](std::uint32_t document) {
    const auto ordinals = column.of(document);
    counts.missing += ordinals.empty();
    for (const std::uint32_t ordinal : ordinals) ++counts.by_ordinal[ordinal];
  });
  return counts;
}

/// The ordinals that a filter asks for. Excluded values are not selected.
std::vector<std::uint32_t> selected_ordinals(const ValueColumn& column, std::string_view field,
                                             const FieldFilter* filter) {
  std::vector<std::uint32_t> ordinals;
  if (filter == nullptr) return ordinals;
  for (const auto* values : {&filter->any_of, &filter->all_of}) {
    for (const std::string& value : *values) {
      if (const auto ordinal = find_value(column, field, value)) ordinals.push_back(*ordinal);
    }
  }
  std::ranges::sort(ordinals);
  ordinals.erase(std::ranges::unique(ordinals).begin(), ordinals.end());
  return ordinals;
}

/// The order in which values are listed.
class FacetOrder {
 public:
  FacetOrder(const ValueColumn& column, const Counts& counts) : column_(column), counts_(counts) {}

  bool operator()(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t of_a = counts_.by_ordinal[a], of_b = counts_.by_ordinal[b];
    if (of_a != of_b) return of_a > of_b;
    return column_.values[a] < column_.values[b];
  }

  /// Moves the first `count` values to the front, sorted. Most values of a facet have the same small count; their
  /// texts, which are scattered over memory, are compared only where they decide.
  void sort_first(std::vector<std::uint32_t>& candidates, std::size_t count) const {
    auto begin = candidates.begin(), end = candidates.end();
    const auto border = begin + static_cast<std::ptrdiff_t>(count);
    if (border != end && count > 0) {
      const auto by_count = [&](std::uint32_t a, std::uint32_t b) {
        return counts_.by_ordinal[a] > counts_.by_ordinal[b];
      };
      std::nth_element(begin, border - 1, end, by_count);
      const std::uint32_t least = counts_.by_ordinal[*(border - 1)];
      const auto above = [&](std::uint32_t ordinal) { return counts_.by_ordinal[ordinal] > least; };
      const auto same = std::partition(begin, border, above);
      end = std::partition(border, end, [&](std::uint32_t ordinal) { return counts_.by_ordinal[ordinal] == least; });
      std::sort(begin, same, *this);
      begin = same;
    }
    std::partial_sort(begin, border, end, *this);
  }

 private:
  const ValueColumn& column_;
  const Counts& counts_;
};

FacetValue facet_value(const ValueColumn& column, std::uint32_t ordinal, std::size_t count, const LabelOf& label) {
  const std::string value(column.values[ordinal]);
  return {value, label ? label(value) : value, count, false};
}

} // namespace

FacetOptions facet_options(std::string_view field, const SearchRequest& request, const Filters& filters,
                           LabelOf label) {
  FacetOptions options{request.facet_limit, nullptr, std::move(label), {}};
  if (const auto own = filters.fields.find(std::string(field)); own != filters.fields.end()) {
    options.filter = &own->second;
  }
  return options;
}

Facet count_facet(std::string_view field, const ValueColumn& column, const DocSet& documents,
                  const FacetOptions& options) {
  const Counts counts = count(column, documents);
  const std::vector<std::uint32_t> selected = selected_ordinals(column, field, options.filter);
  const auto is_selected = [&](std::uint32_t ordinal) { return std::ranges::binary_search(selected, ordinal); };
  const auto accepted = [&](std::uint32_t ordinal) {
    return !options.accept || options.accept(facet_value(column, ordinal, 0, options.label));
  };

  Facet facet;
  facet.field = field;
  facet.missing = counts.missing;
  std::vector<std::uint32_t> candidates;
  const auto consider = [&](std::uint32_t ordinal) {
    const std::uint32_t found = counts.by_ordinal[ordinal];
    if (!accepted(ordinal)) return;
    facet.total_values += found > 0;
    facet.other += found;
    candidates.push_back(ordinal);
  };
  for (std::uint32_t ordinal = 0; ordinal < counts.by_ordinal.size(); ++ordinal)
    if (counts.by_ordinal[ordinal] > 0) consider(ordinal);
  for (const std::uint32_t ordinal : selected) {
    if (counts.by_ordinal[ordinal] == 0) consider(ordinal);
  }

  const std::size_t shown = std::min(options.limit, candidates.size());
  const auto border = candidates.begin() + static_cast<std::ptrdiff_t>(shown);
  const FacetOrder order(column, counts);
  order.sort_first(candidates, shown);
  const auto beyond = std::partition(border, candidates.end(), is_selected);
  std::sort(border, beyond, order);
  for (auto it = candidates.begin(); it != beyond; ++it) {
    FacetValue value = facet_value(column, *it, counts.by_ordinal[*it], options.label);
    value.selected = is_selected(*it);
    facet.other -= value.count;
    facet.values.push_back(std::move(value));
  }
  return facet;
}

} // namespace trawl::search
