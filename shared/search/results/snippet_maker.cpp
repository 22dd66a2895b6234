// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/results/passage_choice.h"
#include "shared/search/results/snippet.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace trawl::search {
namespace {

using index::TextBlock;
using index::TextBlocks;

/// Blocks read to find a word with a prefix.
constexpr std::size_t kReadBlocks = 16;

Surroundings around(std::span<const TextBlock> blocks, std::size_t first, std::size_t last) {
  const bool begins_run = first == 0 || blocks[first - 1].kind != blocks[first].kind;
  return {first > 0, last + 1 < blocks.size(), begins_run, blocks[first].characters_before};
}

bool are_alike(std::span<const TextBlock> blocks, std::size_t i, std::size_t other) {
  return blocks[i].kind == blocks[other].kind;
}

bool is_free(const BlockPassages& passages) { return passages.count == 0; }

} // namespace

SnippetMaker::SnippetMaker(const HighlightTerms& terms) : highlighter_(terms), has_prefixes_(!terms.prefixes.empty()) {
  text::Stemmer stemmer;
  const auto add = [&](const std::string& stem) {
    const index::StemKey key(stem);
    if (!stem.empty() && std::ranges::find(stems_, key) == stems_.end()) stems_.push_back(key);
  };
  std::ranges::for_each(terms.stems, add);
  for (const auto& phrase : terms.phrases) std::ranges::for_each(phrase, add);
  for (const std::string& word : terms.words) {
    for (const text::Word& part : text::words_of(word, stemmer)) add(part.stem);
  }
}

/// The first block with a word that has the prefix, prose before other kinds; else the beginning of the prose.
std::vector<Snippet> SnippetMaker::found_by_reading(std::span<const TextBlock> blocks, std::size_t count,
                                                    std::size_t words) const {
  std::vector<std::size_t> order;
  for (const text::RunKind kind : {text::RunKind::Prose, text::RunKind::Plain, text::RunKind::Reference}) {
    if (kind == text::RunKind::Reference && !order.empty()) break;
    for (std::size_t i = 0; i < blocks.size() && order.size() < kReadBlocks; ++i) {
      if (blocks[i].kind == kind) order.push_back(i);
    }
  }
  std::vector<Snippet> beginning;
  for (const std::size_t i : order) {
    std::vector<Snippet> made =
        make_snippets(TextBlocks::read(blocks[i]), highlighter_, count, words, around(blocks, i, i));
    if (beginning.empty()) beginning = made;
    const bool has_hit = std::ranges::any_of(made, [](const Snippet& one) { return !one.marks.empty(); });
    if (has_hit) return made;
    if (!has_prefixes_) break;
  }
  return beginning;
}

std::vector<Snippet> SnippetMaker::snippets(const TextBlocks& text, const index::PositionIndex& positions,
                                            std::size_t count, std::size_t words) const {
  const std::span<const TextBlock> blocks = text.blocks();
  std::vector<Snippet> out;
  if (count == 0 || words == 0 || blocks.empty()) return out;
  const std::vector<BlockPassages> passages = passages_by_block(blocks, positions, stems_, count, words);
  for (std::size_t i = 0; i < passages.size(); ++i) {
    if (passages[i].count == 0) continue;
    // A sentence may begin in the block before, and end in the one behind.
    std::size_t first = i, last = i;
    if (i > 0 && is_free(passages[i - 1]) && are_alike(blocks, i, i - 1) &&
        passages[i].first < blocks[i].first_position + words)
      --first;
    if (i + 1 < blocks.size() && is_free(passages[i + 1]) && are_alike(blocks, i, i + 1) &&
        passages[i].last + words >= blocks[i + 1].first_position)
      ++last;
    std::string piece;
    for (std::size_t k = first; k <= last; ++k) piece += TextBlocks::read(blocks[k]);
    std::ranges::copy_if(make_snippets(piece, highlighter_, passages[i].count, words, around(blocks, first, last)),
                         std::back_inserter(out), [](const Snippet& one) { return !one.marks.empty(); });
  }
  return out.empty() ? found_by_reading(blocks, count, words) : out;
}

} // namespace trawl::search
