// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list_writer.h"

#include "shared/index/postings/posting_list_format.h"

#include <algorithm>

namespace trawl::index {
namespace {

void put_fixed(std::string& out, std::uint32_t number, std::size_t bytes) {
  out.append(reinterpret_cast<const char*>(&number), bytes);
}

} // namespace

void PostingListWriter::add(std::uint32_t document, std::uint32_t tf, std::uint32_t length) {
  gaps_.push_back(document - last_);
  tfs_.push_back(tf);
  last_ = document;
  shortest_ = std::min(shortest_, length);
  ++df_;
  if (gaps_.size() == PostingBlock::kSize) end_block();
}

void PostingListWriter::end_block() {
  const std::uint32_t largest_gap = *std::ranges::max_element(gaps_), highest_tf = *std::ranges::max_element(tfs_);
  const std::size_t gap_width = largest_gap < 0x100 ? 1 : largest_gap < 0x10000 ? 2 : 4;
  const std::size_t tf_width = highest_tf <= 1 ? 0 : highest_tf < 0x100 ? 1 : 4;
  blocks_ += static_cast<char>(gap_width | tf_width << 4);
  for (const std::uint32_t number : gaps_) put_fixed(blocks_, number, gap_width);
  if (tf_width > 0) {
    for (const std::uint32_t number : tfs_) put_fixed(blocks_, number, tf_width);
  }
  format::put(skips_, last_);
  format::put(skips_, static_cast<std::uint32_t>(blocks_.size()));
  // Bounds that do not fit become such that nothing exceeds.
  format::put(skips_, static_cast<std::uint16_t>(std::min<std::uint32_t>(highest_tf, UINT16_MAX)));
  format::put(skips_, static_cast<std::uint16_t>(std::min<std::uint32_t>(shortest_, UINT16_MAX)));
  gaps_.clear();
  tfs_.clear();
  shortest_ = UINT32_MAX;
}

void PostingListWriter::finish(std::string& out) {
  if (!gaps_.empty()) end_block();
  if (df_ > PostingBlock::kSize) out += skips_;
  out += blocks_;
  skips_.clear();
  blocks_.clear();
  df_ = last_ = 0;
}

} // namespace trawl::index
