// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list.h"

#include <algorithm>

namespace trawl::index {

void PostingList::read(std::size_t i, bool with_tf, PostingBlock& block) const {
  const Postings& postings = get();
  const std::size_t begin = i * PostingBlock::kSize;
  block.size = std::min(PostingBlock::kSize, postings.documents.size() - begin);
  const std::uint32_t* const documents = postings.documents.data() + begin;
  for (std::size_t p = 0; p < block.size; ++p) block.documents[p] = documents[p];
  if (!with_tf) return;
  const std::uint16_t* const tfs = postings.tfs.data() + begin;
  for (std::size_t p = 0; p < block.size; ++p) block.tf[p] = tfs[p];
}

/// Mostly it is one of the next ones; else the distance is doubled until it is passed.
std::size_t PostingList::place_of(std::uint32_t document, std::size_t from) const {
  if (df_ == 0) return 0;
  const std::vector<std::uint32_t>& documents = get().documents;
  std::size_t end = from;
  for (std::size_t step = 1; end < documents.size() && documents[end] < document; step *= 2) {
    from = end + 1;
    end += step;
  }
  const auto begin = documents.begin();
  const auto last = begin + static_cast<std::ptrdiff_t>(std::min(end, documents.size()));
  return static_cast<std::size_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(from), last, document) - begin);
}

} // namespace trawl::index
