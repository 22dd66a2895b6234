// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/vectors.h"

#include "shared/base/vectorised.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace trawl::meaning {

TRAWL_VECTORISED void add(Vector& sum, const Vector& vector, float weight) {
  for (std::size_t i = 0; i < kDimensions; ++i) sum[i] += weight * vector[i];
}

/// In parts whose sums stay in registers.
TRAWL_VECTORISED Vector weighted_sum(std::span<const Vector> vectors, std::span<const float> weights) {
  constexpr std::size_t kPart = 32;
  Vector out;
  for (std::size_t begin = 0; begin < kDimensions; begin += kPart) {
    std::array<float, kPart> sum{};
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      const float* const vector = vectors[k].data() + begin;
      const float weight = weights[k];
      for (std::size_t i = 0; i < kPart; ++i) sum[i] += weight * vector[i];
    }
    std::ranges::copy(sum, out.begin() + begin);
  }
  return out;
}

/// In sixteen sums, because the order of additions decides the last digits and must be the same on all processors.
TRAWL_VECTORISED float dot(const Vector& a, const Vector& b) {
  constexpr std::size_t kSums = 16;
  std::array<float, kSums> sums{};
  for (std::size_t i = 0; i < kDimensions; i += kSums) {
    for (std::size_t k = 0; k < kSums; ++k) sums[k] += a[i + k] * b[i + k];
  }
  for (std::size_t half = kSums / 2; half > 0; half /= 2) {
    for (std::size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  }
  return sums[0];
}

std::optional<PackedVector> pack(const Vector& vector) {
  float most = 0;
  for (const float x : vector) most = std::max(most, std::abs(x));
  if (!(most > 0) || !std::isfinite(most)) return std::nullopt;
  PackedVector packed;
  for (std::size_t i = 0; i < kDimensions; ++i) {
    packed[i] = static_cast<std::int8_t>(std::lround(vector[i] / most * 127));
  }
  return packed;
}

void append(std::vector<PackedVector>& vectors, std::string_view bytes) {
  for (; bytes.size() >= kDimensions; bytes.remove_prefix(kDimensions))
    std::memcpy(vectors.emplace_back().data(), bytes.data(), kDimensions);
}

TRAWL_VECTORISED float nearest(const PackedVector& vector, std::span<const PackedVector> others) {
  int own = 0;
  for (const std::int8_t x : vector) own += x * x;
  double best = 0;
  for (const PackedVector& other : others) {
    int product = 0, square = 0;
    for (std::size_t i = 0; i < kDimensions; ++i) {
      product += vector[i] * other[i];
      square += other[i] * other[i];
    }
    if (square > 0 && own > 0) best = std::max(best, product / std::sqrt(static_cast<double>(own) * square));
  }
  return static_cast<float>(best);
}

} // namespace trawl::meaning
