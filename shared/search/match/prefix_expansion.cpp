// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

TermWalk::TermWalk(const IndexView& view, std::string_view prefix) : prefix_(prefix) {
  for (const index::Part& part : view.columns.parts()) parts_.push_back(part.segment->terms().lower_bound(prefix));
  next();
}

void TermWalk::next() {
  const auto is_ours = [this](const auto& it) { return !it.at_end() && it.term().starts_with(prefix_); };
  const std::string* least = nullptr;
  for (const auto& it : parts_) {
    if (is_ours(it) && (least == nullptr || it.term() < *least)) least = &it.term();
  }
  df_ = 0;
  if (least == nullptr) return term_.clear();
  term_ = *least;
  for (auto& it : parts_) {
    if (!is_ours(it) || it.term() != term_) continue;
    df_ += it.entry().df;
    it.next();
  }
}

PrefixExpansion expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget, std::size_t max_terms) {
  std::vector<std::pair<std::size_t, std::string>> found; // document frequency, term
  for (TermWalk walk(view, prefix); !walk.at_end() && !budget.spent(); walk.next()) {
    found.emplace_back(walk.df(), walk.term());
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
