// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matcher.h"

#include "shared/search/match/value_sets.h"

#include <cstdint>
#include <map>

namespace trawl::search {

std::size_t Matcher::count(const MatchPtr& match) {
  if (match->kind == MatchKind::Value && match->terms.size() == 1) {
    const index::ValueColumn* column = view_.columns.column(match->field);
    const auto ordinal = column == nullptr ? std::nullopt : find_value(*column, match->field, match->terms.front());
    return ordinal ? column->documents[*ordinal] : 0;
  }
  return keep(match).count();
}

std::vector<std::size_t> Matcher::count_at_least(const MatchPtr& base, const std::vector<MatchPtr>& words,
                                                 std::span<const std::size_t> least) {
  if (!counted_ || counted_->base != base || counted_->words != words) {
    std::vector<DocSet> sets;
    for (const MatchPtr& word : words) sets.push_back(keep(word));
    auto within = std::make_unique<DocSet>(keep(base));
    MatchCounts counts(sets, *within);
    counted_ = std::make_unique<Counted>(Counted{base, words, std::move(within), std::move(counts)});
  }
  const std::vector<std::size_t> histogram = counted_->counts.histogram();
  std::vector<std::size_t> out;
  for (const std::size_t one : least) {
    std::size_t documents = 0;
    for (std::size_t have = one; have < histogram.size(); ++have) documents += histogram[have];
    out.push_back(documents);
  }
  return out;
}

void Matcher::for_each_value(std::string_view field, const MatchPtr& within,
                             const std::function<void(std::string_view, std::size_t)>& visit) {
  const index::ValueColumn* column = view_.columns.column(field);
  if (column == nullptr) return;
  if (within == everything()) {
    for (std::uint32_t ordinal = 0; ordinal < column->values.size(); ++ordinal) {
      if (const std::size_t articles = column->documents[ordinal]; articles > 0)
        visit(column->values[ordinal], articles);
    }
    return;
  }
  std::map<std::uint32_t, std::size_t> counts;
  keep(within).for_each([&](std::uint32_t document) {
    for (const std::uint32_t ordinal : column->of(document)) ++counts[ordinal];
  });
  for (const auto& [ordinal, articles] : counts) visit(column->values[ordinal], articles);
}

DocSet Matcher::find(const MatchPtr& match) {
  if (const DocSet* documents = known(match)) return *documents;
  return look_for(match, nullptr);
}

DocSet Matcher::find(const MatchPtr& match, const DocSet& within) {
  const DocSet* const documents = known(match);
  DocSet out = documents != nullptr ? *documents : look_for(match, &within);
  return out &= within;
}

const DocSet* Matcher::known(const MatchPtr& match) const {
  const auto found = known_.find(match);
  return found == known_.end() ? nullptr : &found->second;
}

const DocSet& Matcher::keep(const MatchPtr& match) {
  if (const DocSet* documents = known(match)) return *documents;
  DocSet found = look_for(match, nullptr);
  return known_.emplace(match, std::move(found)).first->second;
}

} // namespace trawl::search
