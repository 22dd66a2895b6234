// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include "shared/search/match/posting_cursor.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

TermWalk::TermWalk(const IndexView& view, std::string_view prefix)
    : prefix_(prefix), view_(view), entries_(view.columns.parts().size()) {
  for (const index::Part& part : view.columns.parts()) parts_.push_back(part.segment->terms().lower_bound(prefix));
  next();
}

void TermWalk::next() {
  const auto is_ours = [this](const auto& it) { return !it.at_end() && it.term().starts_with(prefix_); };
  const std::string* least = nullptr;
  for (const auto& it : parts_) {
    if (is_ours(it) && (least == nullptr || it.term() < *least)) least = &it.term();
  }
  if (least == nullptr) return term_.clear();
  term_ = *least;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    entries_[i].reset();
    if (!is_ours(parts_[i]) || parts_[i].term() != term_) continue;
    entries_[i] = parts_[i].entry();
    parts_[i].next();
  }
}

std::size_t TermWalk::df() const {
  std::size_t df = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const index::Part& part = view_.columns.parts()[i];
    if (entries_[i]) df += live_df(part, part.segment->postings(*entries_[i], part.base));
  }
  return df;
}

PrefixExpansion expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget, std::size_t max_terms) {
  std::vector<std::pair<std::size_t, std::string>> found; // document frequency, term
  for (TermWalk walk(view, prefix); !walk.at_end() && !budget.spent(); walk.next()) {
    if (const std::size_t df = walk.df(); df > 0) found.emplace_back(df, walk.term());
  }
  for (const index::Part& part : view.columns.parts()) {
    if (part.other != nullptr)
      part.other->for_each_term(prefix, [&](std::string_view term, std::size_t df) { found.emplace_back(df, term); });
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
