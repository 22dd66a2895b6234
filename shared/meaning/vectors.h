// SPDX-License-Identifier: GPL-3.0-or-later
/// Vectors of words and texts: words that stand in like texts have like vectors, so texts about one matter are near
/// each other though they share no word. docs/decisions/0041-one-plain-xapian-database.md says what this is good for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace trawl::meaning {

inline constexpr std::size_t kDimensions = 64;

using Vector = std::array<float, kDimensions>;
/// A vector in bytes; only its direction is kept.
using PackedVector = std::array<std::int8_t, kDimensions>;

/// What one of `occurrences` equal stems of a text weighs together: the second adds less than the first.
inline float weight_of(std::size_t occurrences) {
  const auto tf = static_cast<float>(occurrences);
  return tf / (tf + 1.2F);
}

void add(Vector& sum, const Vector& vector, float weight);
/// The sum of the vectors, each with its weight, added in their order.
Vector weighted_sum(std::span<const Vector> vectors, std::span<const float> weights);
float dot(const Vector& a, const Vector& b);

/// Nullopt of a vector without a direction.
std::optional<PackedVector> pack(const Vector& vector);

/// Appends the vectors of a value of bytes.
void append(std::vector<PackedVector>& vectors, std::string_view bytes);

/// The highest cosine of the angle between a vector and any of the others, at least 0.
float nearest(const PackedVector& vector, std::span<const PackedVector> others);

} // namespace trawl::meaning
