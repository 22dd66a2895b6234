// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/learn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace trawl::meaning {
namespace {

constexpr std::size_t kBatch = 128;
constexpr std::size_t kMostSteps = 2'000, kMostEpochs = 60;
constexpr std::size_t kPassage = 120; // stems
constexpr std::size_t kLeastPassage = 12;
constexpr std::size_t kLeastCut = 3, kMostCut = 15;
constexpr double kTitles = 0.4;  // share of the pairs
constexpr double kDropped = 0.2; // of the stems that both sides of a pair have
constexpr float kTemperature = 0.1F;
constexpr float kRate = 0.1F;

/// splitmix64: Steele and others, 2014. Those of the standard library may give other numbers elsewhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }
  double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// One side of a pair.
struct Side {
  struct Stem {
    std::uint32_t number = 0;
    float weight = 0;
  };
  std::vector<Stem> stems;
  float length = 0; ///< of its vector

  void set(std::span<const std::uint32_t> numbers) {
    sorted_.assign(numbers.begin(), numbers.end());
    sort();
    stems.clear();
    for (auto it = sorted_.begin(); it != sorted_.end();) {
      const auto end = std::find_if(it, sorted_.end(), [&](std::uint32_t number) { return number != *it; });
      stems.push_back({*it, weight_of(static_cast<std::size_t>(end - it))});
      it = end;
    }
  }

 private:
  /// Sorts `sorted_`; not so few numbers by digits, because comparisons of random numbers cannot be predicted (radix
  /// sort: Knuth, volume 3, 5.2.5).
  void sort() {
    constexpr unsigned kBits = 7;
    constexpr std::size_t kFew = 32;
    if (sorted_.size() < kFew) {
      std::ranges::sort(sorted_);
      return;
    }
    std::uint32_t all = 0;
    for (const std::uint32_t number : sorted_) all |= number;
    spare_.resize(sorted_.size());
    for (unsigned shift = 0; shift < 32 && all >> shift != 0; shift += kBits) {
      const auto digit = [&](std::uint32_t number) { return number >> shift & ((1U << kBits) - 1); };
      std::array<std::uint32_t, (1U << kBits) + 1> begins{};
      for (const std::uint32_t number : sorted_) ++begins[digit(number) + 1];
      std::partial_sum(begins.begin(), begins.end(), begins.begin());
      for (const std::uint32_t number : sorted_) spare_[begins[digit(number)]++] = number;
      sorted_.swap(spare_);
    }
  }

  std::vector<std::uint32_t> sorted_, spare_; ///< kept for their memory
};

/// The pairs of a batch have one side each here, and its vector of length 1.
struct Sides {
  std::vector<Side> sides = std::vector<Side>(kBatch);
  std::vector<Vector> units = std::vector<Vector>(kBatch);
};

class Learner {
 public:
  Learner(const Corpus& corpus, std::uint64_t seed)
      : corpus_(corpus), random_(seed), vectors_(corpus.idf.size()), steps_(corpus.idf.size(), 0),
        is_left_(corpus.idf.size(), 0) {
    for (std::size_t text = 0; text < corpus.texts.size(); ++text) {
      const auto& [begin, title_end, end] = corpus.texts[text];
      if (end - title_end < kLeastPassage) continue;
      usable_.push_back(text);
      stems_ += end - title_end;
      ends_.push_back(stems_);
    }
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      Vector& vector = vectors_[i];
      for (float& x : vector) x = static_cast<float>(random_.share() + random_.share() + random_.share() - 1.5);
      const float length = std::sqrt(dot(vector, vector));
      for (float& x : vector) x *= corpus.idf[i] / std::max(length, 1e-6F);
    }
  }

  std::vector<Vector> learnt() {
    const std::size_t steps = std::min(kMostSteps, kMostEpochs * (stems_ / kPassage + usable_.size()) / kBatch);
    if (usable_.size() >= 2) {
      for (std::size_t step = 0; step < steps; ++step) learn_batch();
    }
    return std::move(vectors_);
  }

 private:
  void draw(Side& left, Side& right) {
    const std::size_t at = random_.below(stems_);
    const auto found = static_cast<std::size_t>(std::ranges::upper_bound(ends_, at) - ends_.begin());
    const Corpus::Text& text = corpus_.texts[usable_[found]];
    const std::size_t end_of_last = text.end - std::min(kPassage, text.end - text.title_end);
    const std::size_t begin = std::min(text.end - (ends_[found] - at), end_of_last);
    const std::span all(corpus_.stems);
    const auto passage = all.subspan(begin, std::min(kPassage, text.end - begin));
    rest_.assign(passage.begin(), passage.end());
    if (text.title_end > text.begin && random_.share() < kTitles) {
      left.set(all.subspan(text.begin, text.title_end - text.begin));
    } else {
      const std::size_t most = std::min(kMostCut, passage.size() / 2);
      const std::size_t cut = kLeastCut + random_.below(most - kLeastCut + 1);
      const std::size_t from = random_.below(passage.size() - cut + 1);
      left.set(passage.subspan(from, cut));
      rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(from),
                  rest_.begin() + static_cast<std::ptrdiff_t>(from + cut));
    }
    // So that other words than those of the query must answer.
    for (const Side::Stem& stem : left.stems) is_left_[stem.number] = 1;
    std::erase_if(rest_, [&](std::uint32_t number) { return is_left_[number] != 0 && random_.share() < kDropped; });
    for (const Side::Stem& stem : left.stems) is_left_[stem.number] = 0;
    right.set(rest_);
  }

  /// The vectors do not fit into the processor's caches.
  void prefetch_ahead(const Side& side, std::size_t k) const {
    constexpr std::size_t kAhead = 4, kLine = 64;
    if (k + kAhead >= side.stems.size()) return;
    const auto* const bytes = reinterpret_cast<const char*>(&vectors_[side.stems[k + kAhead].number]);
    for (std::size_t at = 0; at < sizeof(Vector); at += kLine) __builtin_prefetch(bytes + at);
  }

  void embed(Sides& sides, std::size_t i) const {
    Side& side = sides.sides[i];
    Vector sum{};
    for (std::size_t k = 0; k < side.stems.size(); ++k) {
      prefetch_ahead(side, k);
      add(sum, vectors_[side.stems[k].number], side.stems[k].weight);
    }
    side.length = std::max(std::sqrt(dot(sum, sum)), 1e-6F);
    for (float& x : sum) x /= side.length;
    sides.units[i] = sum;
  }

  void learn_batch() {
    for (std::size_t i = 0; i < kBatch; ++i) {
      draw(left_.sides[i], right_.sides[i]);
      embed(left_, i);
      embed(right_, i);
    }
    std::vector<float> rows(kBatch), columns(kBatch);
    for (std::size_t i = 0; i < kBatch; ++i) {
      for (std::size_t j = 0; j < kBatch; ++j) {
        // At most e^10: cosines need no scaling against overflow.
        const float likeness = std::exp(dot(left_.units[i], right_.units[j]) / kTemperature);
        slopes_[i * kBatch + j] = likeness;
        rows[i] += likeness;
        columns[j] += likeness;
      }
    }
    for (std::size_t i = 0; i < kBatch; ++i) {
      for (std::size_t j = 0; j < kBatch; ++j) {
        float& slope = slopes_[i * kBatch + j];
        slope = (slope / rows[i] + slope / columns[j]) / 2 - (i == j ? 1.0F : 0.0F);
        turned_slopes_[j * kBatch + i] = slope;
      }
    }
    for (std::size_t i = 0; i < kBatch; ++i) {
      step(left_, i, weighted_sum(right_.units, std::span(slopes_).subspan(i * kBatch, kBatch)));
      step(right_, i, weighted_sum(left_.units, std::span(turned_slopes_).subspan(i * kBatch, kBatch)));
    }
  }

  /// `gradient`: what the loss says about the side's vector.
  void step(const Sides& sides, std::size_t i, Vector gradient) {
    const Side& side = sides.sides[i];
    // The length of a sum does not matter, so nothing is learnt along it.
    add(gradient, sides.units[i], -dot(gradient, sides.units[i]));
    const float square = dot(gradient, gradient) / (side.length * side.length);
    for (std::size_t k = 0; k < side.stems.size(); ++k) {
      prefetch_ahead(side, k);
      const auto& [number, weight] = side.stems[k];
      float& sum = steps_[number];
      sum += weight * weight * square / kDimensions;
      if (sum > 0) add(vectors_[number], gradient, -kRate * weight / side.length / std::sqrt(sum));
    }
  }

  const Corpus& corpus_;
  Random random_;
  std::vector<Vector> vectors_;
  std::vector<float> steps_;        ///< of each stem, the sum of the squares of its gradients
  std::vector<std::size_t> usable_; ///< texts
  std::vector<std::size_t> ends_;   ///< of each of them, the stems until its end
  std::size_t stems_ = 0;
  Sides left_, right_;
  std::vector<std::uint32_t> rest_;
  std::vector<std::uint8_t> is_left_; ///< of each stem, while a pair is drawn
  std::vector<float> slopes_ = std::vector<float>(kBatch * kBatch), turned_slopes_ = slopes_;
};

} // namespace

std::vector<Vector> learn(const Corpus& corpus, std::uint64_t seed) { return Learner(corpus, seed).learnt(); }

} // namespace trawl::meaning
