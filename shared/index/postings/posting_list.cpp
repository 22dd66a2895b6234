// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list.h"

#include <algorithm>

namespace trawl::index {

bool BlockCursor::seek(std::uint32_t document) {
  while (at_ < size_ && documents_[at_] < document) ++at_;
  return at_ < size_;
}

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

BlockCursor PostingList::block(std::size_t i) const {
  const Postings& postings = get();
  const std::size_t begin = i * PostingBlock::kSize;
  BlockCursor cursor;
  cursor.documents_ = postings.documents.data() + begin;
  cursor.tfs_ = postings.tfs.data() + begin;
  cursor.size_ = std::min(PostingBlock::kSize, postings.documents.size() - begin);
  return cursor;
}

std::size_t PostingList::block_of(std::uint32_t document, std::size_t from) const {
  // Mostly it is one of the next blocks; else the distance is doubled until it is passed.
  std::size_t step = 1, end = blocks();
  while (from < end && last_of(from) < document) {
    const std::size_t next = from + step;
    if (next >= end || last_of(next) >= document) {
      std::size_t begin = from + 1;
      end = std::min(next, end);
      while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (last_of(middle) < document) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      return begin;
    }
    from = next;
    step *= 2;
  }
  return from;
}

std::uint32_t PostingList::last_of(std::size_t i) const {
  const Postings& postings = get();
  return postings.documents[std::min((i + 1) * PostingBlock::kSize, postings.documents.size()) - 1];
}

} // namespace trawl::index
