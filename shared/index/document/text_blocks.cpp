// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/text_blocks.h"

#include "shared/base/packed.h"
#include "shared/base/utf8.h"

#include <algorithm>

namespace trawl::index {
namespace {

constexpr std::size_t kBlockBytes = 1'000;
constexpr std::size_t kMaxBlockBytes = std::size_t{64} << 20;
constexpr unsigned kKindBits = 2, kPackedBit = 1;

/// The position of the first word at or after a byte.
std::uint32_t position_at(std::span<const text::Landmark> landmarks, std::size_t byte) {
  const auto next = std::ranges::lower_bound(landmarks, byte, {}, &text::Landmark::begin);
  return next == landmarks.end() ? UINT32_MAX : next->position;
}

/// Where blocks begin: where runs do, and in a long run at the last landmark before a block is full.
std::vector<TextBlock> cut(std::string_view text, std::span<const text::Landmark> landmarks) {
  std::vector<TextBlock> blocks;
  for (const text::TextRun& run : text::text_runs(text)) {
    for (std::size_t begin = run.begin; begin < run.end;) {
      std::size_t end = run.end;
      if (end - begin > kBlockBytes) {
        const auto full = std::ranges::upper_bound(landmarks, begin + kBlockBytes, {}, &text::Landmark::begin);
        if (full != landmarks.begin() && std::prev(full)->begin > begin) {
          end = std::min(end, std::prev(full)->begin);
        } else if (full != landmarks.end()) {
          end = std::min(end, full->begin);
        }
      }
      blocks.push_back({begin, end, 0, position_at(landmarks, begin), run.kind, {}});
      begin = end;
    }
  }
  return blocks;
}

std::string put_blocks(std::span<const TextBlock> blocks, bool compress) {
  std::string out, bytes;
  packed::put_number(out, blocks.size());
  std::uint32_t before = 0;
  for (const TextBlock& block : blocks) {
    const std::string_view raw = block.piece.stored;
    const std::string frame = compress ? compressed(raw, nullptr) : std::string(); // nothing if it does not shrink
    // A block without words after the last word begins beyond all words (UINT32_MAX).
    const std::uint32_t position = block.first_position;
    const std::uint64_t flags = static_cast<std::uint64_t>(block.kind) << kPackedBit | (frame.empty() ? 0 : 1);
    packed::put_number(out, raw.size() << (kKindBits + kPackedBit) | flags);
    packed::put_number(out, raw.size() - utf8::length(raw));
    packed::put_number(out, position - before);
    if (!frame.empty()) packed::put_number(out, frame.size());
    before = position;
    bytes += frame.empty() ? raw : std::string_view(frame);
  }
  return out + bytes;
}

/// Reads a size. False if it is larger than a block may be, or the bytes end.
bool take_size(std::string_view& in, std::size_t& number) {
  std::uint64_t taken = 0;
  if (!packed::take_number(in, taken) || taken > kMaxBlockBytes) return false;
  number = static_cast<std::size_t>(taken);
  return true;
}

} // namespace

std::string pack_text(std::string_view text, std::span<const text::Landmark> landmarks, bool compress) {
  std::vector<TextBlock> blocks = cut(text, landmarks);
  for (TextBlock& block : blocks) {
    block.piece.stored = text.substr(block.begin, block.end - block.begin);
    block.piece.size = block.piece.stored.size();
  }
  return put_blocks(blocks, compress);
}

TextBlocks::TextBlocks(std::string_view packed) {
  std::string_view in = packed;
  std::size_t count = 0;
  if (!take_size(in, count) || count > in.size()) return;
  blocks_.reserve(count);
  std::size_t begin = 0, characters = 0;
  std::uint64_t position = 0;
  std::vector<std::size_t> sizes;
  sizes.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t size_and_flags = 0, gap = 0;
    std::size_t continuations = 0;
    if (!packed::take_number(in, size_and_flags) || !take_size(in, continuations) || !packed::take_number(in, gap))
      return;
    const std::size_t size = size_and_flags >> (kKindBits + kPackedBit);
    const bool is_compressed = (size_and_flags & kPackedBit) != 0;
    const auto kind = size_and_flags >> kPackedBit & ((1U << kKindBits) - 1);
    std::size_t stored = size;
    if (is_compressed && !take_size(in, stored)) return;
    if (size > kMaxBlockBytes || continuations > size || kind > 2) return;
    position += gap;
    blocks_.push_back({begin,
                       begin + size,
                       characters,
                       static_cast<std::uint32_t>(std::min<std::uint64_t>(position, UINT32_MAX)),
                       static_cast<text::RunKind>(kind),
                       {{}, size, is_compressed}});
    sizes.push_back(stored);
    begin += size;
    characters += size - continuations;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (sizes[i] > in.size()) return;
    blocks_[i].piece.stored = in.substr(0, sizes[i]);
    in.remove_prefix(sizes[i]);
  }
  is_whole_ = true;
}

std::string TextBlocks::read(const TextBlock& block) {
  std::string text;
  block.piece.read(text);
  return text;
}

bool TextBlocks::read_all(std::string& text) const {
  text.clear();
  if (!is_whole_) return false;
  for (const TextBlock& block : blocks_) {
    const std::string part = read(block);
    if (part.size() != block.end - block.begin) return false;
    text += part;
  }
  return true;
}

} // namespace trawl::index
