// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/matcher.h"

#include "shared/search/match/posting_sets.h"
#include "shared/search/match/value_sets.h"

#include <bit>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace trawl::search {

void Matcher::prepare(const std::vector<MatchPtr>& matches) {
  for (const MatchPtr& match : matches) keep(match);
}

std::size_t Matcher::count(const MatchPtr& match) {
  if (match->kind == MatchKind::Value && match->terms.size() == 1) {
    const index::ValueColumn* column = view_.columns.column(match->field);
    const auto ordinal = column == nullptr ? std::nullopt : find_value(*column, match->field, match->terms.front());
    return ordinal ? column->documents[*ordinal] : 0;
  }
  return keep(match).count();
}

/// The counters of all documents are bit-sliced: bit b of each is in one bitmap, so adding a part takes a few
/// operations for 64 documents at a time.
DocSet Matcher::find_at_least(const Match& match) {
  std::vector<DocSet> planes;
  for (std::size_t added = 1; const MatchPtr& part : match.parts) {
    DocSet carry = keep(part);
    for (DocSet& plane : planes) {
      DocSet both = plane;
      both &= carry;
      plane ^= carry;
      carry = std::move(both);
    }
    // Only with part 1, 2, 4, 8 … can a count need one more bit.
    if (std::has_single_bit(added++)) planes.push_back(std::move(carry));
  }
  DocSet out = all_documents(view_.columns);
  for (std::uint32_t count = 0; count < match.number; ++count) {
    DocSet exactly = out;
    for (std::size_t b = 0; b < planes.size(); ++b) {
      if ((count >> b & 1) != 0) {
        exactly &= planes[b];
      } else {
        exactly -= planes[b];
      }
    }
    out -= exactly;
  }
  return out;
}

void Matcher::for_each_value(std::string_view field, const MatchPtr& within,
                             const std::function<void(std::string_view, std::size_t)>& visit) {
  const index::ValueColumn* column = view_.columns.column(field);
  if (column == nullptr) return;
  if (within == everything()) {
    for (std::uint32_t ordinal = 0; ordinal < column->values.size() && !budget_.spent(); ++ordinal) {
      if (const std::size_t articles = column->documents[ordinal]; articles > 0)
        visit(column->values[ordinal], articles);
    }
    return;
  }
  std::map<std::uint32_t, std::size_t> counts;
  keep(within).for_each([&](std::uint32_t document) {
    for (const std::uint32_t ordinal : column->of(document)) ++counts[ordinal];
  });
  for (const auto& [ordinal, articles] : counts) {
    if (budget_.spent()) return;
    visit(column->values[ordinal], articles);
  }
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
