// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/shard/number_array.h"

#include "shared/base/packed.h"

#include <algorithm>
#include <bit>

namespace trawl::index {
namespace {

static_assert(std::endian::native == std::endian::little);

unsigned width_of(std::uint64_t greatest) {
  if (greatest <= UINT8_MAX) return 1;
  if (greatest <= UINT16_MAX) return 2;
  return greatest <= UINT32_MAX ? 4 : 8;
}

std::size_t words_for(std::size_t bytes) { return bytes / sizeof(std::uint64_t) + 1; }

} // namespace

template <typename Number>
void NumberArray::fill(std::span<const Number> numbers) {
  std::uint64_t greatest = 0;
  const auto raw_of = [&](Number number) {
    return static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least_);
  };
  for (const Number number : numbers) greatest = std::max(greatest, raw_of(number));
  width_ = width_of(greatest);
  size_ = numbers.size();
  words_.assign(words_for(size_ * width_), 0);
  char* out = reinterpret_cast<char*>(words_.data());
  for (const Number number : numbers) {
    const std::uint64_t raw = raw_of(number);
    std::memcpy(out, &raw, width_);
    out += width_;
  }
}

NumberArray::NumberArray(std::span<const std::int64_t> numbers, std::int64_t least) : least_(least) { fill(numbers); }
NumberArray::NumberArray(std::span<const std::uint32_t> numbers) { fill(numbers); }

void NumberArray::put(std::string& out) const {
  packed::put_number(out, width_);
  packed::put_number(out, packed::zigzag_encode(least_));
  packed::put_text(out, {bytes(), size_ * width_});
}

bool NumberArray::take(std::string_view& in, NumberArray& array) {
  std::uint64_t width = 0, least = 0;
  std::string_view numbers;
  if (!packed::take_number(in, width) || !packed::take_number(in, least) || !packed::take_text(in, numbers))
    return false;
  if ((width != 1 && width != 2 && width != 4 && width != 8) || numbers.size() % width != 0) return false;
  array.width_ = static_cast<unsigned>(width);
  array.least_ = packed::zigzag_decode(least);
  array.size_ = numbers.size() / width;
  array.words_.assign(words_for(numbers.size()), 0);
  if (!numbers.empty()) std::memcpy(array.words_.data(), numbers.data(), numbers.size());
  return true;
}

std::uint64_t NumberArray::greatest_raw() const {
  return with_array([this](const auto* array) {
    return size_ == 0 ? std::uint64_t{0} : std::uint64_t{*std::max_element(array, array + size_)};
  });
}

std::uint64_t NumberArray::raw_sum() const {
  return with_array([this](const auto* array) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size_; ++i) sum += array[i];
    return sum;
  });
}

} // namespace trawl::index
