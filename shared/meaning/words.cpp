// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/words.h"

#include "shared/meaning/learn.h"
#include "shared/text/stopwords.h"
#include "shared/text/tokenizer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace trawl::meaning {
namespace {

constexpr std::uint64_t kSeed = 1;

bool is_character(std::string_view folded) {
  return folded.size() == 3 && static_cast<unsigned char>(folded.front()) >= 0xE0;
}

std::vector<std::uint64_t> stems_of(std::string_view text, text::Stemmer& stemmer) {
  std::vector<std::uint64_t> stems;
  text::for_each_token(text, [&](text::Token& token) {
    const bool is_word = token.kind == text::TokenKind::Word && !text::is_stop_word(token.folded);
    if ((is_word && !is_character(token.folded)) || token.kind == text::TokenKind::Bigram)
      stems.push_back(hash_of_stem(stemmer.stem(token.folded)));
  });
  return stems;
}

struct Word {
  std::uint64_t stem = 0;
  std::size_t texts = 0; ///< that have it
};

/// The stems to learn, by hash.
std::vector<Word> words_of(std::span<const StemmedText> texts) {
  std::vector<std::uint64_t> stems; // of each text once
  for (const StemmedText& text : texts) {
    const auto begin = static_cast<std::ptrdiff_t>(stems.size());
    stems.insert(stems.end(), text.title.begin(), text.title.end());
    stems.insert(stems.end(), text.text.begin(), text.text.end());
    std::sort(stems.begin() + begin, stems.end());
    stems.erase(std::unique(stems.begin() + begin, stems.end()), stems.end());
  }
  std::ranges::sort(stems);
  std::vector<Word> words;
  for (auto it = stems.begin(); it != stems.end();) {
    const auto next = std::find_if(it, stems.end(), [&](std::uint64_t stem) { return stem != *it; });
    if (next - it >= 2) words.push_back({*it, static_cast<std::size_t>(next - it)});
    it = next;
  }
  for (std::size_t rare = 2; words.size() > kMostWords; ++rare)
    std::erase_if(words, [&](const Word& word) { return word.texts == rare; });
  return words;
}

} // namespace

/// FNV-1a.
std::uint64_t hash_of_stem(std::string_view stem) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : stem) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

StemNumbers::StemNumbers(std::vector<std::uint64_t> ascending)
    : stems_(std::move(ascending)), bits_(static_cast<unsigned>(std::bit_width(stems_.size() | 1))),
      ends_(std::size_t{1} << bits_) {
  for (const std::uint64_t stem : stems_) ++ends_[bucket_of(stem)];
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
}

std::optional<std::uint32_t> StemNumbers::find(std::uint64_t stem) const {
  const std::size_t bucket = bucket_of(stem);
  const auto place = [&](std::uint32_t end) { return stems_.begin() + static_cast<std::ptrdiff_t>(end); };
  const auto begin = place(bucket == 0 ? 0 : ends_[bucket - 1]), end = place(ends_[bucket]);
  const auto found = std::lower_bound(begin, end, stem);
  if (found == end || *found != stem) return std::nullopt;
  return static_cast<std::uint32_t>(found - stems_.begin());
}

StemmedText stemmed(std::string_view title, std::string_view text, text::Stemmer& stemmer) {
  return {stems_of(title, stemmer), stems_of(text, stemmer)};
}

std::vector<WordVector> learn_words(std::span<const StemmedText> texts) {
  const std::vector<Word> words = words_of(texts);
  Corpus corpus;
  const auto all = static_cast<float>(texts.size());
  std::vector<std::uint64_t> stems;
  for (const Word& word : words) {
    stems.push_back(word.stem);
    const auto df = static_cast<float>(word.texts);
    corpus.idf.push_back(std::log(1 + (all - df + 0.5F) / (df + 0.5F)));
  }
  const StemNumbers numbers(std::move(stems));
  const auto append = [&](const std::vector<std::uint64_t>& of_text) {
    for (const std::uint64_t stem : of_text) {
      if (const auto number = numbers.find(stem)) corpus.stems.push_back(*number);
    }
  };
  for (const StemmedText& text : texts) {
    Corpus::Text place{corpus.stems.size()};
    append(text.title);
    place.title_end = corpus.stems.size();
    append(text.text);
    place.end = corpus.stems.size();
    corpus.texts.push_back(place);
  }
  const std::vector<Vector> vectors = learn(corpus, kSeed);
  std::vector<WordVector> learnt;
  for (std::size_t i = 0; i < words.size(); ++i) learnt.push_back({words[i].stem, vectors[i]});
  return learnt;
}

} // namespace trawl::meaning
