// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/passage_choice.h"

#include <algorithm>
#include <iterator>

namespace trawl::search {
namespace {

constexpr double kRepeatedWord = 0.1; // of a further occurrence in the same passage, relative to the first
constexpr double kShownWord = 0.25;   // of a word that an earlier passage shows

struct WordAt {
  std::uint32_t position = 0;
  std::size_t word = 0;

  auto operator<=>(const WordAt&) const = default;
};

double factor_of(text::RunKind kind) {
  return kind == text::RunKind::Prose ? 1 : kind == text::RunKind::Plain ? 1.0 / 3 : 0;
}

/// Sorted by position; those from `first` on.
std::vector<WordAt> words_in(std::span<const std::vector<std::uint32_t>> words, std::uint32_t first) {
  std::vector<WordAt> out, more, merged;
  for (std::size_t word = 0; word < words.size(); ++word) {
    const auto begin = std::ranges::lower_bound(words[word], first);
    const auto count = std::min<std::ptrdiff_t>(words[word].end() - begin, kMaxPositions);
    more.clear();
    for (auto position = begin; position != begin + count; ++position) more.push_back({*position, word});
    merged.clear();
    std::ranges::merge(out, more, std::back_inserter(merged));
    std::swap(out, merged);
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
  PassageChooser(std::span<const index::TextBlock> blocks, std::vector<WordAt> found, std::size_t words,
                 std::size_t length)
      : blocks_(blocks), words_(std::move(found)), weights_(words, 1.0), seen_(words), length_(length) {}

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
      std::size_t end = begin;
      const bool is_last = block + 1 == blocks_.size();
      while (end < words_.size() && (is_last || words_[end].position < blocks_[block + 1].first_position)) ++end;
      if (end == begin) continue;
      const Window here = best_in(begin, end, factor_of(blocks_[block].kind));
      if (here.value > best.value) {
        best = here;
        best.block = block;
      }
      begin = end;
    }
    return best;
  }

  Window best_in(std::size_t begin, std::size_t end, double factor) {
    const auto weight = [&](std::size_t w, bool is_first) {
      return weights_[words_[w].word] * (is_first ? 1 : kRepeatedWord);
    };
    Window best;
    double value = 0;
    std::size_t right = begin;
    for (std::size_t left = begin; left < end; ++left) {
      for (; right < end && words_[right].position < words_[left].position + length_; ++right)
        value += weight(right, seen_[words_[right].word]++ == 0);
      if (factor * value > best.value) best = {left, right, 0, factor * value};
      value -= weight(left, --seen_[words_[left].word] == 0);
    }
    return best;
  }

  std::span<const index::TextBlock> blocks_;
  std::vector<WordAt> words_;
  std::vector<double> weights_;   ///< by word
  std::vector<std::size_t> seen_; ///< by word, how often it is in the window; all 0 between windows
  std::size_t length_;
};

} // namespace

std::vector<BlockPassages> passages_by_block(std::span<const index::TextBlock> blocks,
                                             std::span<const std::vector<std::uint32_t>> words, std::size_t count,
                                             std::size_t length) {
  if (blocks.empty() || words.empty()) return {};
  std::vector<WordAt> found = words_in(words, blocks.front().first_position);
  return PassageChooser(blocks, std::move(found), words.size(), length).choose(count);
}

} // namespace trawl::search
