// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

std::vector<std::string> expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget) {
  std::vector<std::pair<std::size_t, std::string>> found; // document frequency, term
  for (index::Terms terms = view.columns.terms(prefix); !terms.at_end() && !budget.spent(); terms.next()) {
    if (const std::size_t df = view.columns.df(terms.term(), terms.df()); df > 0) found.emplace_back(df, terms.term());
  }
  const auto kept = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), kMaxExpansions));
  std::partial_sort(found.begin(), kept, found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> out;
  for (auto term = found.begin(); term != kept; ++term) out.push_back(std::move(term->second));
  return out;
}

} // namespace trawl::search
