// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/vectors.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace vectors_test {

using namespace trawl::meaning;

namespace {

Vector random_vector(std::mt19937& random) {
  std::normal_distribution<float> normal;
  Vector out;
  for (float& x : out) x = normal(random);
  return out;
}

template <typename A, typename B>
double cosine(const A& a, const B& b) {
  double product = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < kDimensions; ++i) {
    product += double(a[i]) * double(b[i]);
    of_a += double(a[i]) * double(a[i]);
    of_b += double(b[i]) * double(b[i]);
  }
  return product / std::sqrt(of_a * of_b);
}

} // namespace

TEST_CASE("meaning: the nearest vector is the one that plain arithmetic finds", "[meaning]") {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const Vector query = random_vector(random);
    std::vector<PackedVector> others;
    double best = 0, best_unpacked = 0;
    for (int i = 0; i < 9; ++i) {
      const Vector other = random_vector(random);
      others.push_back(*pack(other));
      best = std::max(best, cosine(*pack(query), others.back()));
      best_unpacked = std::max(best_unpacked, cosine(query, other));
    }
    CHECK(nearest(*pack(query), others) == Approx(best).margin(1e-6));
    CHECK(nearest(*pack(query), others) == Approx(best_unpacked).margin(0.01)); // bytes lose little
    CHECK(dot(query, query) == Approx(cosine(query, query) * std::pow(std::sqrt(dot(query, query)), 2)));
  }
}

TEST_CASE("meaning: nothing is near a vector without a direction, or without others", "[meaning]") {
  std::mt19937 random(7);
  CHECK_FALSE(pack(Vector{}));
  Vector odd{};
  odd[3] = NAN;
  CHECK_FALSE(pack(odd));
  const PackedVector some = *pack(random_vector(random));
  CHECK(nearest(some, {}) == 0);
  CHECK(nearest(some, std::vector{PackedVector{}}) == 0);
  CHECK(nearest(PackedVector{}, std::vector{some}) == 0);
}

} // namespace vectors_test
