// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/postings.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
namespace {

bool is_of_title(std::string_view term) { return term.starts_with('S'); }

} // namespace

PositionedTerm::PositionedTerm(std::string_view term)
    : stem_(term.substr(is_of_title(term) ? 2 : 1)),
      part_(is_of_title(term) ? index::PositionIndex::Part::Title : index::PositionIndex::Part::All) {}

DocSet all_documents(const index::Columns& columns) { return DocSet(columns.live); }

void add_documents(const IndexView& view, const std::string& term, DocSet& to, Budget& budget) {
  const index::Columns& columns = view.columns;
  for_each_merged_block(view, term, false, budget, [&](const index::PostingBlock& block) {
    for (std::size_t p = 0; p < block.size; ++p) {
      if (columns.all_merged || is_merged(columns, block.documents[p])) to.add(block.documents[p]);
    }
  });
  for_each_delta_posting(view, term, budget, [&](std::uint32_t document, std::uint32_t) { to.add(document); });
}

DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget) {
  DocSet out(view.columns.last_document);
  const std::size_t size = candidates.count();
  if (size * kSkipCost >= document_frequency(view, term)) {
    add_documents(view, term, out, budget);
    return out &= candidates;
  }
  for_each_posting_in(view, term, candidates, size, budget,
                      [&](std::uint32_t document, std::uint32_t) { out.add(document); });
  return out;
}

DocSet documents_of_all(const IndexView& view, std::vector<std::string> terms, Budget& budget) {
  DocSet out(view.columns.last_document);
  std::vector<std::pair<std::size_t, std::string>> lists;
  for (std::string& term : terms) {
    const std::size_t frequency = document_frequency(view, term);
    lists.emplace_back(frequency, std::move(term));
  }
  std::ranges::sort(lists);
  lists.erase(std::ranges::unique(lists).begin(), lists.end());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (lists[i].first == 0) return DocSet(view.columns.last_document);
    if (i == 0) {
      add_documents(view, lists[i].second, out, budget);
    } else {
      out = intersection(view, out, lists[i].second, budget);
    }
  }
  return out;
}

std::vector<std::uint32_t> tf_in(const IndexView& view, const std::string& term,
                                 std::span<const std::uint32_t> documents) {
  std::vector<std::uint32_t> out;
  out.reserve(documents.size());
  PostingCursor cursor(view, term);
  for (const std::uint32_t document : documents) out.push_back(cursor.times(document));
  return out;
}

std::vector<Positions> positions_in(const IndexView& view, const std::string& term,
                                    std::span<const std::uint32_t> documents, Budget& budget) {
  std::vector<Positions> out(documents.size());
  const PositionedTerm placed(term);
  for (std::size_t d = 0; d < documents.size() && !budget.spent(); ++d) {
    placed.positions(view.columns.positions_of(documents[d]), out[d]);
  }
  return out;
}

Expansion expand(const IndexView& view, const std::string& prefix, Budget& budget) {
  std::vector<std::pair<Xapian::doccount, std::string>> found;
  const auto end = view.database.allterms_end(prefix);
  for (auto term = view.database.allterms_begin(prefix); term != end && !budget.spent(); ++term) {
    found.emplace_back(term.get_termfreq(), *term);
  }
  Expansion out;
  out.total = found.size();
  const auto kept = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), kMaxExpansions));
  std::partial_sort(found.begin(), kept, found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (auto term = found.begin(); term != kept; ++term) out.terms.push_back(std::move(term->second));
  return out;
}

} // namespace trawl::search
