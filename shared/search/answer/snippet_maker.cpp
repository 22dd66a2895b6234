// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/passage_choice.h"
#include "shared/search/answer/snippet.h"
#include "shared/search/match/proximity.h"
#include "shared/text/analyzer.h"
#include "shared/text/stemmer.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace trawl::search {
namespace {

using index::TextBlock;
using index::TextBlocks;

/// Blocks read to find a word whose positions are not known.
constexpr std::size_t kReadBlocks = 16;
/// Positions of one form that are read.
constexpr std::size_t kReadPositions = 20'000;

Surroundings around(std::span<const TextBlock> blocks, std::size_t first, std::size_t last) {
  const bool begins_run = first == 0 || blocks[first - 1].kind != blocks[first].kind;
  return {first > 0, last + 1 < blocks.size(), begins_run, blocks[first].characters_before, blocks[first].begin};
}

bool are_alike(std::span<const TextBlock> blocks, std::size_t i, std::size_t other) {
  return blocks[i].kind == blocks[other].kind;
}

void sort_once(std::vector<std::uint32_t>& positions) {
  std::ranges::sort(positions);
  positions.erase(std::ranges::unique(positions).begin(), positions.end());
}

bool is_free(const BlockPassages& passages) { return passages.count == 0; }

} // namespace

SnippetMaker::SnippetMaker(const HighlightTerms& terms) : highlighter_(terms), has_prefixes_(!terms.prefixes.empty()) {
  for (const std::string& stem : terms.stems) words_.push_back({form_of({stem}, {})});
  for (const auto& phrase : terms.phrases) words_.push_back({form_of(phrase, {})});
  for (const OtherForm& other : terms.others)
    words_[other.of + (other.is_of_phrase ? terms.stems.size() : 0)].push_back(form_of(other.stems, other.language));
  // A name as typed has no positions, only its words.
  text::Stemmer stemmer;
  for (const std::string& word : terms.words) {
    for (const text::Word& part : text::words_of(word, stemmer)) {
      if (!part.stem.empty() && std::ranges::find(terms.stems, part.stem) == terms.stems.end())
        words_.push_back({form_of({part.stem}, {})});
    }
  }
}

SnippetMaker::Form SnippetMaker::form_of(const std::vector<std::string>& stems, const std::string& language) {
  Form form{{}, language};
  for (const std::string& stem : stems)
    form.terms.push_back("Z" + (language.empty() ? stem : text::stem_in(language, stem)));
  return form;
}

/// Adds where the form stands to `word` by its last word, and its other words to `inner`.
/// Of a single word, the first `most` places.
void SnippetMaker::add_positions(const Form& form, const StoredText& text, std::size_t most,
                                 std::vector<std::uint32_t>& word, std::vector<std::uint32_t>& inner) {
  if (form.terms.empty()) return;
  std::vector<std::uint32_t> ends, next, followed;
  text.columns.read_positions(text.document, form.terms.front(), ends, form.terms.size() > 1 ? kReadPositions : most);
  for (std::size_t i = 1; i < form.terms.size() && !ends.empty(); ++i) {
    text.columns.read_positions(text.document, form.terms[i], next, kReadPositions);
    find_followers(ends, next, form.terms[i] == form.terms[i - 1], 1, followed);
    std::swap(ends, followed);
  }
  const auto before = static_cast<std::uint32_t>(form.terms.size() - 1);
  for (const std::uint32_t end : ends) {
    for (std::uint32_t position = end > before ? end - before : 1; position < end; ++position)
      inner.push_back(position);
  }
  if (word.empty()) {
    word = std::move(ends);
  } else {
    word.insert(word.end(), ends.begin(), ends.end());
  }
}

SnippetMaker::Found SnippetMaker::find(const StoredText& text) const {
  Found found;
  for (const std::vector<Form>& forms : words_) {
    std::vector<std::uint32_t>& word = found.words.emplace_back();
    for (const Form& form : forms) {
      if (is_in(form, text)) add_positions(form, text, kMaxPositions, word, found.inner);
    }
    if (forms.size() > 1) sort_once(word);
  }
  sort_once(found.inner);
  return found;
}

/// The positions from `first` to `end` that may be marked.
std::vector<std::uint32_t> SnippetMaker::candidates(const StoredText& text, const Found& found, std::uint32_t first,
                                                    std::uint32_t end) const {
  std::vector<std::uint32_t> out;
  const auto add = [&](const std::vector<std::uint32_t>& positions) {
    out.insert(out.end(), std::ranges::lower_bound(positions, first), std::ranges::lower_bound(positions, end));
  };
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::vector<std::uint32_t>& known = found.words[i];
    if (known.size() < kMaxPositions || known.back() >= end) {
      add(known);
      continue;
    }
    std::vector<std::uint32_t> word, inner; // more of a frequent word
    for (const Form& form : words_[i]) {
      if (is_in(form, text)) add_positions(form, text, kReadPositions, word, inner);
    }
    sort_once(word);
    add(word);
  }
  add(found.inner);
  sort_once(out);
  return out;
}

std::vector<Mark> SnippetMaker::title_marks(std::string_view title, const StoredText& text, const Found& found) const {
  if (has_prefixes_) return to_marks(highlighter_.hits(title, text.language));
  if (words_.empty()) return {};
  const std::span<const TextBlock> blocks = text.blocks.blocks();
  const std::uint32_t end = blocks.empty() ? UINT32_MAX : blocks.front().first_position;
  const std::vector<std::uint32_t> in_title = candidates(text, found, 1, end);
  if (in_title.empty()) return {}; // nearly half of the titles: they are not analysed
  return to_marks(highlighter_.hits_at(title, text::word_places(title), 1, in_title, text.language));
}

/// The first block with a hit, prose before other kinds; else the beginning of the prose.
std::vector<Snippet> SnippetMaker::found_by_reading(const StoredText& text, std::size_t count, std::size_t words,
                                                    bool reads_on) const {
  const std::span<const TextBlock> blocks = text.blocks.blocks();
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
        make_snippets(TextBlocks::read(blocks[i]), highlighter_, count, words, around(blocks, i, i), text.language);
    if (beginning.empty()) beginning = made;
    const bool has_hit = std::ranges::any_of(made, [](const Snippet& one) { return !one.marks.empty(); });
    if (has_hit) return made;
    if (!reads_on) break;
  }
  return beginning;
}

std::vector<Snippet> SnippetMaker::snippets(const StoredText& text, const Found& found, std::size_t count,
                                            std::size_t words) const {
  const std::span<const TextBlock> blocks = text.blocks.blocks();
  std::vector<Snippet> out;
  if (count == 0 || words == 0 || blocks.empty()) return out;
  const std::vector<BlockPassages> passages = passages_by_block(blocks, found.words, count, words);
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
    const std::uint32_t end = last + 1 < blocks.size() ? blocks[last + 1].first_position : UINT32_MAX;
    const std::uint32_t begin = blocks[first].first_position;
    const std::vector<TextHit> hits = has_prefixes_
                                          ? highlighter_.hits(piece, text.language)
                                          : highlighter_.hits_at(piece, text::word_places(piece), begin,
                                                                 candidates(text, found, begin, end), text.language);
    std::ranges::copy_if(
        make_snippets(piece, hits, highlighter_.term_count(), passages[i].count, words, around(blocks, first, last)),
        std::back_inserter(out), [](const Snippet& one) { return !one.marks.empty(); });
  }
  return out.empty() ? found_by_reading(text, count, words, has_prefixes_ || !passages.empty()) : out;
}

} // namespace trawl::search
