// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/postings/posting_lists.h"

#include "shared/base/packed.h"
#include "shared/index/postings/posting_list_format.h"

#include <algorithm>
#include <cstring>

namespace trawl::index {
namespace {

template <typename Number>
void add_up(const char* from, std::size_t count, std::uint32_t sum, std::uint32_t* to) {
  for (std::size_t i = 0; i < count; ++i) {
    Number step;
    std::memcpy(&step, from + i * sizeof step, sizeof step);
    to[i] = sum += step;
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

/// The sum of the numbers in eight bytes: of neighbours first, then of what these gave.
template <typename Number>
std::uint64_t sum_of(const char* from) {
  std::uint64_t sum;
  std::memcpy(&sum, from, sizeof sum);
  if constexpr (sizeof(Number) == 1) sum = (sum & 0x00FF00FF00FF00FF) + (sum >> 8 & 0x00FF00FF00FF00FF);
  if constexpr (sizeof(Number) <= 2) sum = (sum & 0x0000FFFF0000FFFF) + (sum >> 16 & 0x0000FFFF0000FFFF);
  return (sum & 0xFFFFFFFF) + (sum >> 32);
}

} // namespace

std::uint32_t PostingList::last_of(std::size_t i) const {
  return static_cast<std::uint32_t>(format::fixed_at(heads_, i * format::kBlockHead, 4));
}

std::size_t PostingList::end_of(std::size_t i) const { return format::fixed_at(heads_, i * format::kBlockHead + 4, 4); }

BlockCursor PostingList::block(std::size_t i) const {
  BlockCursor out;
  const std::size_t count = std::min(PostingBlock::kSize, df_ - i * PostingBlock::kSize);
  const std::size_t begin = i == 0 ? 0 : end_of(i - 1);
  if (begin >= blocks_.size()) return out;
  const auto widths = static_cast<unsigned char>(blocks_[begin]);
  const std::size_t step_width = widths & 0xF, tf_width = widths >> 4;
  if (begin + 1 + count * (step_width + tf_width) > blocks_.size()) return out;
  out.step_width_ = step_width;
  out.tf_width_ = tf_width;
  out.steps_ = blocks_.substr(begin + 1, count * step_width);
  out.tfs_ = blocks_.substr(begin + 1 + count * step_width, count * tf_width);
  out.document_ = i == 0 ? 0 : last_of(i - 1);
  return out;
}

void PostingList::read(std::size_t i, bool with_tf, PostingBlock& to) const {
  const BlockCursor from = block(i);
  to.size = from.steps_.empty() ? 0 : from.steps_.size() / from.step_width_;
  std::uint32_t* const documents = to.documents.data();
  switch (from.step_width_) {
  case 1:
    add_up<std::uint8_t>(from.steps_.data(), to.size, from.document_, documents);
    break;
  case 2:
    add_up<std::uint16_t>(from.steps_.data(), to.size, from.document_, documents);
    break;
  case 4:
    add_up<std::uint32_t>(from.steps_.data(), to.size, from.document_, documents);
    break;
  default:
    to.size = 0;
  }
  if (!with_tf) return;
  if (from.tf_width_ == 1) {
    widen<std::uint8_t>(from.tfs_.data(), to.size, to.tf.data());
  } else if (from.tf_width_ == 4) {
    widen<std::uint32_t>(from.tfs_.data(), to.size, to.tf.data());
  } else {
    std::fill_n(to.tf.begin(), to.size, 1);
  }
}

template <typename Number>
bool BlockCursor::seek_by(std::uint32_t document) {
  const std::size_t count = steps_.size() / sizeof(Number);
  constexpr std::size_t kAtOnce = 8 / sizeof(Number);
  while (at_ + kAtOnce <= count) {
    const std::uint64_t sum = sum_of<Number>(steps_.data() + at_ * sizeof(Number));
    if (document_ + sum >= document) break;
    document_ += static_cast<std::uint32_t>(sum);
    at_ += kAtOnce;
  }
  while ((at_ == 0 || document_ < document) && at_ < count) {
    Number step;
    std::memcpy(&step, steps_.data() + at_++ * sizeof step, sizeof step);
    document_ += step;
  }
  return at_ > 0 && document_ >= document;
}

bool BlockCursor::seek(std::uint32_t document) {
  switch (step_width_) {
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
  if (tf_width_ == 0) return 1;
  return static_cast<std::uint32_t>(format::fixed_at(tfs_, (at_ - 1) * tf_width_, tf_width_));
}

std::size_t PostingList::block_of(std::uint32_t document, std::size_t from) const {
  const std::size_t count = blocks();
  if (heads_.empty()) return from;
  // Most steps are short: double the stride, then halve it.
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

Result<std::shared_ptr<const PostingLists>> PostingLists::open(const std::filesystem::path& path) {
  std::error_code status;
  const std::uintmax_t size = std::filesystem::file_size(path, status);
  if (status) return fail(ErrorCode::NotFound, "cannot open: " + status.message(), path.string());
  std::shared_ptr<PostingLists> lists(new PostingLists);
  TRAWL_TRY(lists->file_, map_file(path, size));
  const auto header = format::read_header(lists->file_.bytes);
  if (!header) return fail(ErrorCode::Malformed, "these are no word lists", path.string());
  lists->state_ = header->state;
  lists->lists_ = lists->file_.bytes.substr(0, header->table);
  lists->table_ = lists->file_.bytes.substr(header->table);
  return lists;
}

PostingList PostingLists::find(std::string_view term) const {
  const std::size_t cells = table_.size() / format::kCell;
  if (cells == 0) return {};
  const std::uint64_t hash = format::hash_of(term);
  for (std::size_t i = 0; i < cells; ++i) {
    const std::uint64_t cell = format::fixed_at(table_, ((hash + i) & (cells - 1)) * format::kCell, format::kCell);
    if (cell == 0) break;
    if (cell >> format::kOffsetBits != hash >> format::kOffsetBits) continue;
    const std::uint64_t offset = cell & format::kOffsetMask;
    if (offset >= lists_.size()) break;
    std::string_view rest = lists_.substr(offset), text;
    std::uint64_t df = 0, bytes = 0;
    if (!packed::take_text(rest, text) || text != term) continue;
    if (!packed::take_number(rest, df) || !packed::take_number(rest, bytes) || df > UINT32_MAX) break;
    const std::size_t heads = format::heads_of(df);
    if (heads > rest.size() || bytes > rest.size() - heads) break;
    return {static_cast<std::uint32_t>(df), rest.substr(0, heads), rest.substr(heads, bytes)};
  }
  return {};
}

} // namespace trawl::index
