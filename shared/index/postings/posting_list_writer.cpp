// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list_writer.h"

#include "shared/index/postings/posting_list_format.h"

#include <algorithm>
#include <span>

namespace trawl::index {
namespace {

void put_fixed(std::string& out, std::uint32_t number, std::size_t bytes) {
  out.append(reinterpret_cast<const char*>(&number), bytes);
}

bool fits(std::uint32_t tf, format::TfForm form) {
  return form.bits == 32 || tf - form.least < std::uint64_t{1} << form.bits;
}

/// Several in a byte, the first in the lowest bits.
void put_tfs(std::string& out, std::span<const std::uint32_t> tfs, format::TfForm form) {
  if (form.bits >= 8) {
    for (const std::uint32_t tf : tfs) put_fixed(out, tf - form.least, form.bits / 8);
    return;
  }
  std::string packed(format::tf_bytes(tfs.size(), form.bits), '\0');
  for (std::size_t i = 0; i < tfs.size() && form.bits > 0; ++i) {
    const std::size_t bit = i * form.bits;
    packed[bit / 8] = static_cast<char>(packed[bit / 8] | (tfs[i] - form.least) << (bit % 8));
  }
  out += packed;
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
  std::size_t form = 0;
  while (!fits(highest_tf, format::kTfForms[form])) ++form;
  blocks_ += static_cast<char>(gap_width | form << 4);
  for (const std::uint32_t number : gaps_) put_fixed(blocks_, number, gap_width);
  put_tfs(blocks_, tfs_, format::kTfForms[form]);
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
