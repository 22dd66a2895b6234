// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_list.h"

#include "shared/index/postings/posting_list_format.h"

#include <algorithm>
#include <cstring>

namespace trawl::index {
namespace {

/// Turns `count` gaps after document `sum` into document numbers.
template <typename Number>
void add_up(const char* from, std::size_t count, std::uint32_t sum, std::uint32_t* to) {
  for (std::size_t i = 0; i < count; ++i) {
    Number gap;
    std::memcpy(&gap, from + i * sizeof gap, sizeof gap);
    to[i] = sum += gap;
  }
}

template <typename Number>
void widen(const char* from, std::size_t count, std::uint32_t* to) {
  for (std::size_t i = 0; i < count; ++i) {
    Number number;
    std::memcpy(&number, from + i * sizeof number, sizeof number);
    to[i] = number;
  }
}

/// Numbers of `Bits` bits from 1 on, several in a byte.
template <unsigned Bits>
void spread(const char* from, std::size_t count, std::uint32_t* to) {
  constexpr std::size_t kInByte = 8 / Bits;
  constexpr unsigned kMask = (1U << Bits) - 1;
  std::size_t i = 0;
  for (; i + kInByte <= count; i += kInByte) {
    const auto byte = static_cast<unsigned char>(from[i / kInByte]);
    for (unsigned k = 0; k < kInByte; ++k) to[i + k] = (byte >> (k * Bits) & kMask) + 1;
  }
  for (; i < count; ++i) {
    to[i] = (static_cast<unsigned char>(from[i / kInByte]) >> (i % kInByte * Bits) & kMask) + 1;
  }
}

/// The sum of the numbers packed in eight bytes: adds neighbours first, then neighbouring sums.
template <typename Number>
std::uint64_t sum_of(const char* from) {
  std::uint64_t sum;
  std::memcpy(&sum, from, sizeof sum);
  if constexpr (sizeof(Number) == 1) sum = (sum & 0x00FF00FF00FF00FF) + (sum >> 8 & 0x00FF00FF00FF00FF);
  if constexpr (sizeof(Number) <= 2) sum = (sum & 0x0000FFFF0000FFFF) + (sum >> 16 & 0x0000FFFF0000FFFF);
  return (sum & 0xFFFFFFFF) + (sum >> 32);
}

} // namespace

PostingList::PostingList(std::uint32_t df, std::string_view bytes, std::uint32_t base, std::uint32_t last_document)
    : df_(df), base_(base), last_document_(last_document) {
  const std::size_t skips = format::skip_bytes(df);
  if (skips > bytes.size()) {
    df_ = 0;
    return;
  }
  skips_ = bytes.substr(0, skips);
  blocks_ = bytes.substr(skips);
}

std::uint32_t PostingList::last_of(std::size_t i) const {
  if (skips_.empty()) return last_document_;
  return base_ + format::get<std::uint32_t>(skips_, i * format::kSkipBytes);
}

std::size_t PostingList::end_of(std::size_t i) const {
  return format::get<std::uint32_t>(skips_, i * format::kSkipBytes + 4);
}

BlockBound PostingList::bound(std::size_t i) const {
  if (skips_.empty()) return {};
  const auto tf = format::get<std::uint16_t>(skips_, i * format::kSkipBytes + 8);
  return {tf == UINT16_MAX ? UINT32_MAX : tf, format::get<std::uint16_t>(skips_, i * format::kSkipBytes + 10)};
}

BlockCursor PostingList::block(std::size_t i) const {
  BlockCursor out;
  const std::size_t count = std::min(PostingBlock::kSize, df_ - i * PostingBlock::kSize);
  const std::size_t begin = i == 0 ? 0 : end_of(i - 1);
  if (begin >= blocks_.size()) return out;
  const auto widths = static_cast<unsigned char>(blocks_[begin]);
  const std::size_t gap_width = widths & 0xF, form = widths >> 4;
  if (form >= std::size(format::kTfForms)) return out;
  const std::size_t tf_bits = format::kTfForms[form].bits, tf_bytes = format::tf_bytes(count, tf_bits);
  if (begin + 1 + count * gap_width + tf_bytes > blocks_.size()) return out;
  out.gap_width_ = gap_width;
  out.tf_bits_ = tf_bits;
  out.gaps_ = blocks_.substr(begin + 1, count * gap_width);
  out.tfs_ = blocks_.substr(begin + 1 + count * gap_width, tf_bytes);
  out.document_ = i == 0 ? base_ : last_of(i - 1);
  out.last_document_ = last_document_;
  return out;
}

void PostingList::read(std::size_t i, bool with_tf, PostingBlock& to) const {
  const BlockCursor from = block(i);
  to.size = from.gaps_.empty() ? 0 : from.gaps_.size() / from.gap_width_;
  std::uint32_t* const documents = to.documents.data();
  switch (from.gap_width_) {
  case 1:
    add_up<std::uint8_t>(from.gaps_.data(), to.size, from.document_, documents);
    break;
  case 2:
    add_up<std::uint16_t>(from.gaps_.data(), to.size, from.document_, documents);
    break;
  case 4:
    add_up<std::uint32_t>(from.gaps_.data(), to.size, from.document_, documents);
    break;
  default:
    to.size = 0;
  }
  // Changed bytes must not name documents that readers have no row for. From a valid start, only gaps of four bytes can
  // sum up to a number that wraps around.
  const bool is_sorted = from.gap_width_ < 4 || std::is_sorted(documents, documents + to.size);
  const bool is_valid = from.document_ <= last_document_ && is_sorted;
  if (to.size > 0 && (!is_valid || documents[0] <= from.document_ || documents[to.size - 1] > last_document_))
    to.size = 0;
  if (!with_tf) return;
  switch (from.tf_bits_) {
  case 2:
    spread<2>(from.tfs_.data(), to.size, to.tf.data());
    break;
  case 4:
    spread<4>(from.tfs_.data(), to.size, to.tf.data());
    break;
  case 8:
    widen<std::uint8_t>(from.tfs_.data(), to.size, to.tf.data());
    break;
  case 32:
    widen<std::uint32_t>(from.tfs_.data(), to.size, to.tf.data());
    break;
  default:
    std::fill_n(to.tf.begin(), to.size, 1);
  }
}

template <typename Number>
bool BlockCursor::seek_by(std::uint32_t document) {
  const std::size_t count = gaps_.size() / sizeof(Number);
  constexpr std::size_t kAtOnce = 8 / sizeof(Number);
  while (read_ + kAtOnce <= count) {
    const std::uint64_t sum = sum_of<Number>(gaps_.data() + read_ * sizeof(Number));
    if (document_ + sum >= document) break;
    document_ += static_cast<std::uint32_t>(sum);
    read_ += kAtOnce;
  }
  while ((read_ == 0 || document_ < document) && read_ < count) {
    Number gap;
    std::memcpy(&gap, gaps_.data() + read_++ * sizeof gap, sizeof gap);
    document_ += gap;
  }
  return read_ > 0 && document_ >= document && document_ <= last_document_;
}

bool BlockCursor::seek(std::uint32_t document) {
  switch (gap_width_) {
  case 1:
    return seek_by<std::uint8_t>(document);
  case 2:
    return seek_by<std::uint16_t>(document);
  case 4:
    return seek_by<std::uint32_t>(document);
  default:
    return false;
  }
}

std::uint32_t BlockCursor::tf() const {
  const std::size_t i = read_ - 1;
  switch (tf_bits_) {
  case 0:
    return 1;
  case 8:
    return static_cast<unsigned char>(tfs_[i]);
  case 32:
    return format::get<std::uint32_t>(tfs_, i * 4);
  default: {
    const std::size_t bit = i * tf_bits_;
    return (static_cast<unsigned char>(tfs_[bit / 8]) >> (bit % 8) & ((1U << tf_bits_) - 1)) + 1;
  }
  }
}

std::size_t PostingList::block_of(std::uint32_t document, std::size_t from) const {
  const std::size_t count = blocks();
  if (skips_.empty()) return from;
  // Galloping search: most lookups move on by few blocks, so double the stride, then bisect.
  std::size_t stride = 1;
  while (from + stride < count && last_of(from + stride - 1) < document) {
    from += stride;
    stride *= 2;
  }
  std::size_t end = std::min(from + stride, count);
  while (from < end) {
    const std::size_t middle = from + (end - from) / 2;
    if (last_of(middle) < document) {
      from = middle + 1;
    } else {
      end = middle;
    }
  }
  return from;
}

} // namespace trawl::index
