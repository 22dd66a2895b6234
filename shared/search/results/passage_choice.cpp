// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/passage_choice.h"

#include <algorithm>
#include <iterator>

namespace trawl::search {
namespace {

constexpr std::size_t kMaxPositions = 200; // of one word
constexpr double kRepeatedWord = 0.1;      // of a further occurrence in the same passage, relative to the first
constexpr double kShownWord = 0.25;        // of a word that an earlier passage shows

struct WordAt {
  std::uint32_t position = 0;
  std::size_t word = 0;

  auto operator<=>(const WordAt&) const = default;
};

double factor_of(text::RunKind kind) {
  return kind == text::RunKind::Prose ? 1 : kind == text::RunKind::Plain ? 1.0 / 3 : 0;
}

/// Sorted by position.
std::vector<WordAt> words_in(const index::PositionIndex& positions, std::span<const index::StemKey> stems,
                             std::uint32_t first) {
  std::vector<WordAt> out;
  std::vector<std::uint32_t> of_stem;
  for (std::size_t word = 0; word < stems.size(); ++word) {
    positions.first_positions(stems[word], kMaxPositions, of_stem);
    const auto middle = static_cast<std::ptrdiff_t>(out.size());
    for (const std::uint32_t position : of_stem) {
      if (position >= first) out.push_back({position, word});
    }
    std::ranges::inplace_merge(out, out.begin() + middle);
  }
  return out;
}

/// A passage: words [begin, end) of the list.
struct Window {
  std::size_t begin = 0, end = 0, block = 0;
  double value = 0;
};

class PassageChooser {
 public:
  PassageChooser(std::span<const index::TextBlock> blocks, std::vector<WordAt> words, std::size_t stems,
                 std::size_t length)
      : blocks_(blocks), words_(std::move(words)), weights_(stems, 1.0), length_(length) {}

  std::vector<BlockPassages> choose(std::size_t count) {
    std::vector<BlockPassages> passages;
    for (std::size_t i = 0; i < count; ++i) {
      const Window best = best_window();
      if (best.value <= 0) break;
      passages.resize(blocks_.size());
      BlockPassages& here = passages[best.block];
      const std::uint32_t first = words_[best.begin].position, last = words_[best.end - 1].position;
      here.first = here.count == 0 ? first : std::min(here.first, first);
      here.last = std::max(here.last, last);
      ++here.count;
      for (std::size_t w = best.begin; w < best.end; ++w) weights_[words_[w].word] = kShownWord;
      words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(best.begin),
                   words_.begin() + static_cast<std::ptrdiff_t>(best.end));
    }
    return passages;
  }

 private:
  Window best_window() {
    Window best;
    std::size_t begin = 0;
    for (std::size_t block = 0; block < blocks_.size() && begin < words_.size(); ++block) {
      std::size_t end = words_.size();
      if (block + 1 < blocks_.size()) {
        const auto next = std::lower_bound(words_.begin() + static_cast<std::ptrdiff_t>(begin), words_.end(),
                                           WordAt{blocks_[block + 1].first_position, 0});
        end = static_cast<std::size_t>(next - words_.begin());
      }
      const Window here = best_in(begin, end, factor_of(blocks_[block].kind));
      if (here.value > best.value) {
        best = here;
        best.block = block;
      }
      begin = end;
    }
    return best;
  }

  Window best_in(std::size_t begin, std::size_t end, double factor) const {
    std::vector<std::size_t> seen(weights_.size());
    const auto weight = [&](std::size_t w, bool is_first) {
      return weights_[words_[w].word] * (is_first ? 1 : kRepeatedWord);
    };
    Window best;
    double value = 0;
    std::size_t right = begin;
    for (std::size_t left = begin; left < end; ++left) {
      for (; right < end && words_[right].position < words_[left].position + length_; ++right)
        value += weight(right, seen[words_[right].word]++ == 0);
      if (factor * value > best.value) best = {left, right, 0, factor * value};
      value -= weight(left, --seen[words_[left].word] == 0);
    }
    return best;
  }

  std::span<const index::TextBlock> blocks_;
  std::vector<WordAt> words_;
  std::vector<double> weights_; ///< by word
  std::size_t length_;
};

} // namespace

std::vector<BlockPassages> passages_by_block(std::span<const index::TextBlock> blocks,
                                             const index::PositionIndex& positions,
                                             std::span<const index::StemKey> stems, std::size_t count,
                                             std::size_t words) {
  if (blocks.empty() || stems.empty()) return {};
  std::vector<WordAt> found = words_in(positions, stems, blocks.front().first_position);
  return PassageChooser(blocks, std::move(found), stems.size(), words).choose(count);
}

} // namespace trawl::search
