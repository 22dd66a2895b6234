// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/postings.h"

#include <algorithm>
#include <utility>

namespace trawl::search {
DocSet all_documents(const index::Columns& columns) { return DocSet(columns.live); }

void add_documents(const IndexView& view, const std::string& term, DocSet& to, Budget& budget) {
  const auto end = view.database.postlist_end(term);
  for (auto posting = view.database.postlist_begin(term); posting != end; ++posting) {
    if (*posting > view.columns.last_document || budget.spent()) return;
    to.add(*posting);
  }
}

DocSet intersection(const IndexView& view, const DocSet& candidates, const std::string& term, Budget& budget) {
  DocSet out(view.columns.last_document);
  if (candidates.count() * kSkipCost >= view.database.get_termfreq(term)) {
    add_documents(view, term, out, budget);
    return out &= candidates;
  }
  auto posting = view.database.postlist_begin(term);
  const auto end = view.database.postlist_end(term);
  candidates.for_each([&](std::uint32_t document) {
    if (posting == end || budget.spent()) return;
    posting.skip_to(document);
    if (posting != end && *posting == document) out.add(document);
  });
  return out;
}

DocSet documents_of_all(const IndexView& view, std::vector<std::string> terms, Budget& budget) {
  DocSet out(view.columns.last_document);
  std::ranges::sort(terms, {}, [&](const std::string& term) { return view.database.get_termfreq(term); });
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i == 0) {
      add_documents(view, terms[i], out, budget);
    } else if (terms[i] != terms[i - 1]) {
      out = intersection(view, out, terms[i], budget);
    }
  }
  return out;
}

std::vector<Positions> positions_in(const IndexView& view, const std::string& term,
                                    std::span<const std::uint32_t> documents, Budget& budget) {
  std::vector<Positions> out(documents.size());
  auto posting = view.database.postlist_begin(term);
  const auto end = view.database.postlist_end(term);
  for (std::size_t d = 0; d < documents.size() && posting != end && !budget.spent(); ++d) {
    posting.skip_to(documents[d]);
    if (posting == end || *posting != documents[d]) continue;
    out[d].assign(posting.positionlist_begin(), posting.positionlist_end());
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
