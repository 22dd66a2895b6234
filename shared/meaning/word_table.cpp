// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/word_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace trawl::meaning {
namespace {

constexpr std::size_t kHashBytes = sizeof(std::uint64_t), kVectorBytes = sizeof(float) + kDimensions;
constexpr std::size_t kPassageStems = 100;

template <typename Number>
void put(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

template <typename Number>
Number get(std::string_view bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

} // namespace

std::string WordTable::pack(std::span<const WordVector> words) {
  std::string hashes, vectors;
  for (const auto& [stem, vector] : words) {
    const auto packed = meaning::pack(vector);
    if (!packed) continue;
    Vector direction;
    std::ranges::copy(*packed, direction.begin());
    put(hashes, stem);
    put(vectors, std::sqrt(dot(vector, vector) / dot(direction, direction)));
    vectors.append(reinterpret_cast<const char*>(packed->data()), packed->size());
  }
  return hashes + vectors;
}

WordTable::WordTable(std::string bytes)
    : bytes_(std::move(bytes)), count_(bytes_.size() / (kHashBytes + kVectorBytes)) {}

std::optional<WordTable> WordTable::read(std::string bytes) {
  if (bytes.size() % (kHashBytes + kVectorBytes) != 0) return std::nullopt;
  return WordTable(std::move(bytes));
}

void WordTable::add(Vector& sum, std::uint64_t stem, float weight) const {
  std::size_t begin = 0, end = count_;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (get<std::uint64_t>(bytes_, middle * kHashBytes) < stem) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  if (begin == count_ || get<std::uint64_t>(bytes_, begin * kHashBytes) != stem) return;
  const std::size_t at = count_ * kHashBytes + begin * kVectorBytes;
  const auto scale = get<float>(bytes_, at);
  if (!std::isfinite(scale)) return; // of a damaged table
  Vector direction;
  for (std::size_t i = 0; i < kDimensions; ++i) direction[i] = static_cast<signed char>(bytes_[at + sizeof(float) + i]);
  meaning::add(sum, direction, weight * scale);
}

std::vector<PackedVector> passages_of(const StemmedText& text, const WordTable& words) {
  std::vector<PackedVector> out;
  std::size_t begin = 0;
  do {
    const std::size_t end = std::min(begin + kPassageStems, text.text.size());
    std::vector<std::uint64_t> stems(text.title);
    stems.insert(stems.end(), text.text.begin() + static_cast<std::ptrdiff_t>(begin),
                 text.text.begin() + static_cast<std::ptrdiff_t>(end));
    std::ranges::sort(stems);
    Vector sum{};
    for (auto it = stems.begin(); it != stems.end();) {
      const auto next = std::find_if(it, stems.end(), [&](std::uint64_t stem) { return stem != *it; });
      words.add(sum, *it, weight_of(static_cast<std::size_t>(next - it)));
      it = next;
    }
    if (const auto packed = pack(sum)) out.push_back(*packed);
    begin = end;
  } while (begin < text.text.size());
  return out;
}

std::optional<PackedVector> direction_of(std::span<const PackedVector> passages) {
  Vector sum{};
  for (const PackedVector& passage : passages) {
    Vector direction;
    std::ranges::copy(passage, direction.begin());
    add(sum, direction, 1);
  }
  return pack(sum);
}

} // namespace trawl::meaning
