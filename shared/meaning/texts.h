// SPDX-License-Identifier: GPL-3.0-or-later
/// What an index has learnt about its words and articles, as ranking reads it.
#pragma once

#include "shared/meaning/vectors.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace trawl::meaning {

class Texts {
 public:
  virtual ~Texts() = default;
  /// Adds the vector of a stem, if it is known.
  virtual void add_word(Vector& sum, std::string_view stem, float weight) const = 0;
  /// How near the nearest passage of an article is (vectors.h); nullopt if the article is not known.
  virtual std::optional<float> nearest(const PackedVector& vector, std::uint64_t article) const = 0;
  /// The direction of all passages of an article together; nullopt if the article is not known.
  virtual std::optional<PackedVector> direction(std::uint64_t article) const = 0;
  /// Whether what was read so far was damaged: none of it counts then.
  virtual bool is_damaged() const = 0;
};

} // namespace trawl::meaning
