// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/match/posting_cursor.h"

#include <bit>
#include <functional>
#include <string_view>

namespace trawl::search {
namespace {

/// The first delta document at or after `document`; 0 if there is none.
std::uint32_t next_delta_document(const index::Columns& columns, std::uint32_t document) {
  const auto bits = [&](std::size_t i) {
    return columns.live[i] & ~(i < columns.merged.size() ? columns.merged[i] : std::uint64_t{0});
  };
  for (std::size_t i = document / 64; i < columns.live.size(); ++i) {
    std::uint64_t word = bits(i);
    if (i == document / 64) word &= ~std::uint64_t{0} << (document % 64);
    if (word != 0) return static_cast<std::uint32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }
  return 0;
}

} // namespace

std::size_t document_frequency(const IndexView& view, const std::string& term) {
  if (view.columns.all_merged) return view.columns.posting_lists->find(term).df();
  return view.database.get_termfreq(term);
}

void look_up_terms(const IndexView& view, std::span<const std::string> terms,
                   const std::function<void(std::size_t, std::size_t)>& visit) {
  constexpr std::size_t kAhead = 8; // cells, and lists, on their way from memory
  const index::PostingLists* const lists = view.columns.posting_lists.get();
  for (std::size_t i = 0; i < terms.size() + 2 * kAhead; ++i) {
    if (lists != nullptr && i < terms.size()) lists->prefetch_cell(terms[i]);
    if (lists != nullptr && i >= kAhead && i - kAhead < terms.size()) lists->prefetch_list(terms[i - kAhead]);
    if (i < 2 * kAhead) continue;
    const std::size_t df = document_frequency(view, terms[i - 2 * kAhead]);
    if (df > 0) visit(i - 2 * kAhead, df);
  }
}

DeltaPostings::DeltaPostings(const IndexView& view, const std::string& term)
    : columns_(view.columns), posting_(view.database.postlist_begin(term)), end_(view.database.postlist_end(term)) {}

bool DeltaPostings::seek(std::uint32_t document) {
  // The next delta document and the next posting in turns, until they are the same.
  for (document = next_delta_document(columns_, document); document != 0 && posting_ != end_;) {
    if (*posting_ < document) posting_.skip_to(document);
    if (posting_ == end_ || *posting_ == document) break;
    document = next_delta_document(columns_, *posting_);
    if (document == *posting_) break;
  }
  return document != 0 && posting_ != end_;
}

PostingCursor::PostingCursor(const IndexView& view, const std::string& term) : view_(view), term_(term) {
  if (view.columns.posting_lists) list_ = view.columns.posting_lists->find(term);
}

std::uint32_t PostingCursor::merged_tf(std::uint32_t document) {
  if (!block_.seek(document)) {
    const std::size_t block = list_.block_of(document, next_block_);
    if (block >= list_.blocks()) return 0;
    block_ = list_.block(block);
    next_block_ = block + 1;
    if (!block_.seek(document)) return 0;
  }
  return block_.document() == document ? block_.tf() : 0;
}

std::uint32_t PostingCursor::tf(std::uint32_t document) {
  if (view_.columns.posting_lists && (view_.columns.all_merged || is_merged(view_.columns, document))) {
    return merged_tf(document);
  }
  if (!delta_) delta_.emplace(view_, term_);
  return delta_->seek(document) && delta_->document() == document ? delta_->tf() : 0;
}

std::vector<std::uint32_t> term_frequencies(const IndexView& view, const std::string& term,
                                            std::span<const std::uint32_t> documents) {
  std::vector<std::uint32_t> out;
  out.reserve(documents.size());
  PostingCursor cursor(view, term);
  for (const std::uint32_t document : documents) out.push_back(cursor.tf(document));
  return out;
}

} // namespace trawl::search
