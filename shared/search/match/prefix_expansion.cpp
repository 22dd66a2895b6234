// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

PrefixExpansion expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget, std::size_t max_terms) {
  std::vector<std::pair<Xapian::doccount, std::string>> found; // document frequency, term
  const auto end = view.database.allterms_end(prefix);
  for (auto term = view.database.allterms_begin(prefix); term != end && !budget.spent(); ++term) {
    found.emplace_back(term.get_termfreq(), *term);
  }
  PrefixExpansion out;
  out.total = found.size();
  const auto kept = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), max_terms));
  std::partial_sort(found.begin(), kept, found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (auto term = found.begin(); term != kept; ++term) out.terms.push_back(std::move(term->second));
  return out;
}

} // namespace trawl::search
