// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/prefix_expansion.h"

#include "shared/search/match/posting_cursor.h"

#include <algorithm>
#include <utility>

namespace trawl::search {

TermWalk::TermWalk(const IndexView& view, std::string_view prefix)
    : prefix_(prefix), view_(view), is_here_(view.columns.parts().size()) {
  for (const index::Part& part : view.columns.parts()) parts_.emplace_back(*part.shard, prefix_);
  find_least();
}

void TermWalk::next() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (is_here_[i]) parts_[i].next();
  }
  find_least();
}

void TermWalk::find_least() {
  term_ = nullptr;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto& it = parts_[i];
    is_here_[i] = !it.at_end();
    if (is_here_[i] && (term_ == nullptr || it.term() < *term_)) term_ = &it.term();
  }
  for (std::size_t i = 0; parts_.size() > 1 && i < parts_.size(); ++i)
    is_here_[i] = is_here_[i] && parts_[i].term() == *term_;
}

std::size_t TermWalk::df() const {
  std::size_t df = 0;
  for_each_list([&](const index::Part& part, const index::PostingList& list) { df += live_df(part, list); });
  return df;
}

std::vector<std::string> expand_prefix(const IndexView& view, const std::string& prefix, Budget& budget) {
  std::vector<std::pair<std::size_t, std::string>> found; // document frequency, term
  for (TermWalk walk(view, prefix); !walk.at_end() && !budget.spent(); walk.next()) {
    if (const std::size_t df = walk.df(); df > 0) found.emplace_back(df, walk.term());
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
