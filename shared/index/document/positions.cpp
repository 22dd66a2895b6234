// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/positions.h"

#include "shared/base/packed.h"
#include "shared/index/document/positions_writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace trawl::index {
namespace {

using packed::put_number;
using packed::take_number;

/// The widths of a hash, each with the number of stems up to which one of the first seeds probably avoids collisions.
struct HashWidth {
  unsigned bytes;
  std::size_t stems;
};
constexpr HashWidth kHashWidths[] = {{2, 200}, {3, 4'000}, {4, 100'000}, {8, std::numeric_limits<std::size_t>::max()}};

/// One stem of a document: its occurrences among all, which are ordered by stem and position; and its hash.
struct StemRange {
  std::uint64_t hash = 0;
  std::size_t begin = 0, end = 0;
};

void put_fixed(std::string& out, std::uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

/// Number i of an array of packed numbers of `bytes` bytes each. Two bytes suffice for nearly all articles, long ones
/// take three. This is the inner loop of phrase matching.
[[gnu::always_inline]] inline std::uint64_t fixed_at(std::string_view in, std::size_t i, unsigned bytes) {
  const char* const from = in.data() + i * bytes;
  if (bytes == 2 || bytes == 3) {
    static_assert(std::endian::native == std::endian::little);
    std::uint16_t low;
    std::memcpy(&low, from, sizeof low);
    return bytes == 2 ? low : low | std::uint64_t{static_cast<unsigned char>(from[2])} << 16;
  }
  std::uint64_t number = 0;
  for (unsigned b = 0; b < bytes; ++b) number |= std::uint64_t{static_cast<unsigned char>(from[b])} << (8 * b);
  return number;
}

/// The upper bytes of a hash.
std::uint64_t cut(std::uint64_t hash, unsigned bytes) { return hash >> (64 - 8 * bytes); }

/// Up to so many bytes of gaps, a bit for each says whether a stem begins there; more are reached by their numbers.
constexpr std::size_t kMostMarked = 256;
constexpr std::size_t kMarksPerWord = 64;

/// Marks `i` to `i` + 63, the first the lowest.
std::uint64_t marks_at(std::string_view marks, std::size_t i) {
  std::uint64_t word = 0;
  if (const std::size_t at = i / 8; at < marks.size())
    std::memcpy(&word, marks.data() + at, std::min(sizeof word, marks.size() - at));
  return word;
}

/// The gaps between the mark of this number, from 0, and the next one.
std::string_view marked_gaps(std::string_view marks, std::string_view gaps, std::size_t number) {
  std::size_t at = 0;
  std::uint64_t word = marks_at(marks, 0);
  for (std::size_t here = 0; number >= (here = static_cast<std::size_t>(std::popcount(word)));) {
    number -= here;
    if ((at += kMarksPerWord) >= gaps.size()) return {};
    word = marks_at(marks, at);
  }
  for (; number > 0; --number) word &= word - 1;
  const std::size_t begin = at + static_cast<std::size_t>(std::countr_zero(word));
  word &= word - 1;
  while (word == 0 && (at += kMarksPerWord) < gaps.size()) word = marks_at(marks, at);
  const std::size_t end = word == 0 ? gaps.size() : at + static_cast<std::size_t>(std::countr_zero(word));
  return begin <= end && end <= gaps.size() ? gaps.substr(begin, end - begin) : std::string_view{};
}

using Occurrence = std::pair<StemKey, std::uint32_t>;

/// The positions of all stems, by stem and then ascending.
std::vector<Occurrence> positions_of(std::span<const text::TermOccurrence> terms) {
  std::vector<Occurrence> occurrences;
  for (const text::TermOccurrence& occurrence : terms) {
    if (occurrence.position == 0 || !occurrence.term.starts_with('Z')) continue;
    occurrences.emplace_back(StemKey(std::string_view(occurrence.term).substr(1)), occurrence.position);
  }
  std::ranges::sort(occurrences);
  return occurrences;
}

std::vector<StemRange> stems_of(std::span<const Occurrence> occurrences) {
  std::vector<StemRange> stems;
  for (std::size_t i = 0; i < occurrences.size(); ++i) {
    if (i == 0 || occurrences[i].first != occurrences[i - 1].first) stems.push_back({0, i, i});
    stems.back().end = i + 1;
  }
  return stems;
}

/// Sorts by the hash of this width and seed. False if two stems share one.
bool sort_by_hash(std::vector<StemRange>& stems, std::span<const Occurrence> occurrences, std::uint8_t seed,
                  unsigned bytes) {
  for (StemRange& stem : stems) stem.hash = cut(occurrences[stem.begin].first.seeded(seed), bytes);
  std::ranges::sort(stems, {}, &StemRange::hash);
  return std::ranges::adjacent_find(stems, {}, &StemRange::hash) == stems.end();
}

std::uint32_t last_of_title(std::span<const text::TermOccurrence> terms) {
  std::uint32_t last = 0;
  for (const text::TermOccurrence& occurrence : terms) {
    if (occurrence.term.starts_with("SZ")) last = std::max(last, occurrence.position);
  }
  return last;
}

} // namespace

// FNV-1a, 64 bits (RFC draft-eastlake-fnv).
StemKey::StemKey(std::string_view stem) : hash_(0xcbf29ce484222325) {
  for (const char c : stem) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3;
}

// The finaliser of SplitMix64 (Steele and others, 2014).
std::uint64_t StemKey::seeded(std::uint8_t seed) const {
  std::uint64_t hash = hash_ + (seed + std::uint64_t{1}) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

std::string pack_positions(std::span<const text::TermOccurrence> terms) {
  const std::vector<Occurrence> occurrences = positions_of(terms);
  std::vector<StemRange> stems = stems_of(occurrences);
  unsigned width = 0;
  unsigned seed = 0;
  for (const HashWidth& candidate : kHashWidths) {
    if (stems.size() > candidate.stems) continue;
    width = candidate.bytes;
    for (seed = 0; seed < 255 && !sort_by_hash(stems, occurrences, static_cast<std::uint8_t>(seed), width);) ++seed;
    if (seed < 255) break;
  }
  if (seed == 255) // only a forged text collides under every seed; its stems are merged
    sort_by_hash(stems, occurrences, 255, width);
  const std::uint32_t title_end = last_of_title(terms);
  const bool has_gap = !std::ranges::any_of(occurrences, [&](const Occurrence& one) {
    return one.second > title_end && one.second - title_end <= text::kTitleGap;
  });
  std::string gaps;
  std::vector<std::size_t> begins, ends;
  for (const StemRange& stem : stems) {
    begins.push_back(gaps.size());
    std::uint32_t before = 0;
    for (std::size_t i = stem.begin; i < stem.end; ++i) {
      const std::uint32_t skipped = has_gap && occurrences[i].second > title_end ? text::kTitleGap : 0;
      const std::uint32_t position = occurrences[i].second - skipped;
      put_number(gaps, position - before);
      before = position;
    }
    ends.push_back(gaps.size());
  }
  const unsigned end_width = gaps.size() <= kMostMarked ? 0 : gaps.size() < 0x10000 ? 2 : 4;
  std::string out;
  put_number(out, std::uint64_t{title_end} << 1 | (has_gap ? 1 : 0));
  put_number(out, stems.size());
  for (const unsigned byte : {width, end_width, seed}) out += static_cast<char>(byte);
  for (const StemRange& stem : stems) put_fixed(out, stem.hash, width);
  if (end_width == 0) {
    std::string marks((gaps.size() + 7) / 8, '\0');
    for (const std::size_t begin : begins) marks[begin / 8] = static_cast<char>(marks[begin / 8] | 1 << begin % 8);
    out += marks;
  } else {
    for (const std::size_t end : ends) put_fixed(out, end, end_width);
  }
  return out += gaps;
}

PositionIndex::PositionIndex(std::string_view bytes) {
  std::uint64_t title_end = 0, stems = 0;
  if (!take_number(bytes, title_end) || !take_number(bytes, stems) || bytes.size() < 3) return;
  const auto hash_width = static_cast<unsigned char>(bytes[0]), end_width = static_cast<unsigned char>(bytes[1]);
  if (hash_width < 1 || hash_width > 8 || end_width > 8) return;
  seed_ = static_cast<std::uint8_t>(bytes[2]);
  bytes.remove_prefix(3);
  // Some byte follows the last hash.
  if (stems > 0 && (bytes.empty() || stems > (bytes.size() - 1) / hash_width)) return;
  if (end_width > 0 && stems > bytes.size() / (hash_width + end_width)) return;
  title_end_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(title_end >> 1, UINT32_MAX));
  gap_ = (title_end & 1) != 0 ? text::kTitleGap : 0;
  stems_ = stems;
  hash_width_ = hash_width;
  end_width_ = end_width;
  hashes_ = bytes.substr(0, stems_ * hash_width);
  const std::size_t left = bytes.size() - hashes_.size(), gaps = left * 8 / 9; // eight of them for each byte of marks
  ends_ = bytes.substr(hashes_.size(), end_width == 0 ? left - gaps : stems_ * end_width);
  gaps_ = bytes.substr(hashes_.size() + ends_.size());
}

std::uint64_t PositionIndex::hash_at(std::size_t number) const { return fixed_at(hashes_, number, hash_width_); }
std::size_t PositionIndex::end_at(std::size_t i) const { return fixed_at(ends_, i, end_width_); }

/// The index of a hash of two or three bytes among the ascending hashes of all stems, or their count if it is not
/// there. `near` is where it is likely to be. Sixteen are compared at a time.
template <unsigned Bytes>
std::size_t PositionIndex::find_short_hash(std::uint64_t hash, std::size_t near) const {
  constexpr std::size_t kAtOnce = 16;
  // The last hash is followed by the end of its positions, so four bytes can be read of any.
  const auto at = [&](std::size_t i) -> std::uint64_t {
    if constexpr (Bytes == 2) return fixed_at(hashes_, i, Bytes);
    std::uint32_t four;
    std::memcpy(&four, hashes_.data() + i * Bytes, sizeof four);
    return four & 0xFFFFFF;
  };
  // The hash there says how far away the wanted one is.
  const auto away = static_cast<std::int64_t>(hash) - static_cast<std::int64_t>(at(near));
  const std::int64_t nearer =
      static_cast<std::int64_t>(near) + (away * static_cast<std::int64_t>(stems_) >> (8 * Bytes));
  const std::size_t middle =
      static_cast<std::size_t>(std::clamp<std::int64_t>(nearer, 0, static_cast<std::int64_t>(stems_)));
  std::size_t begin = middle < kAtOnce / 2 ? 0 : middle - kAtOnce / 2;
  while (begin > 0 && at(begin) > hash) begin -= std::min(begin, kAtOnce);
  for (; begin < stems_; begin += kAtOnce) {
    const std::size_t end = std::min(begin + kAtOnce, stems_);
    std::size_t lower = 0; // without branches, which no processor could predict
    for (std::size_t i = begin; i < end; ++i) lower += at(i) < hash;
    if (lower < end - begin) return at(begin + lower) == hash ? begin + lower : stems_;
  }
  return stems_;
}

/// Hashes are spread evenly, so a hash alone shows roughly where it is in the sorted array.
std::size_t PositionIndex::likely_number(std::uint64_t seeded) const {
  return std::min(static_cast<std::size_t>((seeded >> 32) * stems_ >> 32), stems_ - 1);
}

void PositionIndex::prefetch(const StemKey& stem) const {
  if (stems_ == 0) return;
  // The deviation from that guess is about half the square root of the count: some twenty places among a thousand.
  constexpr std::ptrdiff_t kLine = 64;
  const char* const likely = hashes_.data() + likely_number(stem.seeded(seed_)) * hash_width_;
  __builtin_prefetch(likely - kLine / 2);
  __builtin_prefetch(likely + kLine / 2);
}

std::size_t PositionIndex::find(const StemKey& stem) const {
  if (stems_ == 0) return stems_;
  const std::uint64_t seeded = stem.seeded(seed_);
  const std::uint64_t hash = cut(seeded, hash_width_);
  std::size_t i = likely_number(seeded);
  if (hash_width_ == 2) return find_short_hash<2>(hash, i);
  if (hash_width_ == 3) return find_short_hash<3>(hash, i);
  while (i > 0 && hash_at(i) > hash) --i;
  while (i + 1 < stems_ && hash_at(i) < hash) ++i;
  return hash_at(i) == hash ? i : stems_;
}

void PositionIndex::prefetch_end(std::size_t number) const {
  if (number < stems_) __builtin_prefetch(ends_.data() + number * end_width_);
}

void PositionIndex::prefetch_positions(std::size_t number) const {
  const std::string_view bytes = gaps(number);
  if (!bytes.empty()) __builtin_prefetch(bytes.data());
}

std::string_view PositionIndex::gaps(std::size_t number) const {
  if (number >= stems_) return {};
  if (end_width_ == 0) return marked_gaps(ends_, gaps_, number);
  const std::size_t begin = number == 0 ? 0 : end_at(number - 1);
  const std::size_t end = end_at(number);
  return begin <= end && end <= gaps_.size() ? gaps_.substr(begin, end - begin) : std::string_view{};
}

template <typename Visit>
void PositionIndex::for_each_position(std::size_t number, Part part, Visit visit) const {
  std::string_view bytes = gaps(number);
  std::uint64_t position = 0, gap = 0;
  while (!bytes.empty() && take_number(bytes, gap)) {
    position += gap;
    if (shown(position) > UINT32_MAX || (part == Part::Title && position > title_end_)) return;
    visit(static_cast<std::uint32_t>(shown(position)));
  }
}

void PositionIndex::positions_at(std::size_t number, Part part, std::vector<std::uint32_t>& out) const {
  out.clear();
  for_each_position(number, part, [&](std::uint32_t position) {
    if (out.empty() || out.back() != position) out.push_back(position);
  });
}

PositionCursor PositionIndex::cursor_at(std::size_t number, Part part) const {
  PositionCursor out;
  out.gaps_ = gaps(number);
  out.title_end_ = title_end_;
  out.gap_ = gap_;
  out.is_only_title_ = part == Part::Title;
  return out;
}

bool PositionCursor::next() {
  std::uint64_t gap = 0;
  if (gaps_.empty() || !take_number(gaps_, gap)) return false;
  stored_ += gap;
  const std::uint64_t shown = stored_ > title_end_ ? stored_ + gap_ : stored_;
  if (shown > UINT32_MAX || (is_only_title_ && stored_ > title_end_)) {
    gaps_ = {};
    return false;
  }
  position_ = static_cast<std::uint32_t>(shown);
  return true;
}

void PositionIndex::first_positions(const StemKey& stem, std::size_t count, std::vector<std::uint32_t>& out) const {
  out.clear();
  std::string_view bytes = gaps(find(stem));
  std::uint64_t position = 0, gap = 0;
  while (out.size() < count && !bytes.empty() && take_number(bytes, gap)) {
    position += gap;
    if (shown(position) > UINT32_MAX) return;
    if (out.empty() || out.back() != shown(position)) out.push_back(static_cast<std::uint32_t>(shown(position)));
  }
}

std::uint32_t PositionIndex::count(const StemKey& stem, Part part) const {
  std::uint32_t count = 0;
  for_each_position(find(stem), part, [&](std::uint32_t) { ++count; });
  return count;
}

} // namespace trawl::index
