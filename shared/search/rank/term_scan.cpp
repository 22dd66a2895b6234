// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/rank/term_scan.h"

#include <algorithm>

namespace trawl::search {

double TermScan::bound(std::uint32_t begin, std::uint32_t end) {
  const std::size_t blocks = list_.blocks();
  first_ = list_.block_of(begin, first_);
  double most = 0;
  std::size_t last = first_;
  for (; last < blocks; ++last) {
    most = std::max(most, scorer_.most(list_.bound(last)));
    if (list_.last_of(last) + std::uint64_t{1} >= end) break;
  }
  if (last == first_ && last < blocks) {
    // One block reaches over the window, and perhaps far beyond it.
    const std::uint32_t before = last == 0 ? 0 : list_.last_of(last - 1);
    const std::uint64_t span = std::max<std::uint64_t>(1, list_.last_of(last) - std::uint64_t{before});
    postings_ =
        static_cast<std::size_t>(index::PostingBlock::kSize * std::min<std::uint64_t>(end - begin, span) / span);
  } else {
    postings_ = (last - first_) * index::PostingBlock::kSize;
  }
  return most;
}

bool TermScan::unpack(std::size_t block) {
  if (unpacked_number_ == block) return true;
  if (block >= list_.blocks()) return false;
  if (!unpacked_) unpacked_ = std::make_unique_for_overwrite<Unpacked>();
  list_.read(block, true, unpacked_->block);
  scorer_.score(unpacked_->block, unpacked_->scores.data());
  unpacked_number_ = block;
  read_ = 0;
  return true;
}

void TermScan::add(std::uint32_t begin, std::uint32_t end, float* scores) {
  for (std::size_t block = first_; unpack(block); ++block) {
    const std::uint32_t* const documents = unpacked_->block.documents.data();
    const std::size_t size = unpacked_->block.size;
    while (read_ < size && documents[read_] < begin) ++read_; // of windows that were left out
    std::size_t last = size;
    if (size > 0 && documents[size - 1] >= end) {
      last = static_cast<std::size_t>(std::lower_bound(documents + read_, documents + size, end) - documents);
    }
    for (std::size_t i = read_; i < last; ++i) scores[documents[i] - begin] += unpacked_->scores[i];
    read_ = std::max(read_, last);
    if (last < size) return;
  }
}

void TermScan::add_to(std::span<const std::uint32_t> documents, std::uint32_t begin, float* scores) {
  std::size_t block = cursor_block_ == SIZE_MAX ? first_ : std::max(first_, cursor_block_);
  for (const std::uint32_t document : documents) {
    if (block != cursor_block_ || document > list_.last_of(block)) {
      block = list_.block_of(document, cursor_block_ == block ? block + 1 : block);
      if (block >= list_.blocks()) return;
      cursor_ = list_.block(block);
      cursor_block_ = block;
    }
    if (cursor_.seek(document) && cursor_.document() == document) {
      scores[document - begin] += static_cast<float>(scorer_.score(cursor_.tf(), document));
    }
  }
}

} // namespace trawl::search
