// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/stemmer.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <xapian.h>

namespace trawl::text {
namespace {

constexpr std::size_t kSlots = 1024; // direct-mapped; a text has a few hundred frequent words

/// LLMs, GPUs: Porter2 keeps the s of words without a vowel before it, which is right for words and wrong for
/// abbreviations. Two consonants or more, with an optional "u", and the s.
bool is_plural_abbreviation(std::string_view word) {
  if (word.size() < 4 || !word.ends_with('s') || word.ends_with("ss")) return false;
  word.remove_suffix(word[word.size() - 2] == 'u' ? 2 : 1);
  return word.size() >= 2 && std::ranges::all_of(word, [](char c) {
           return c >= 'b' && c <= 'z' && !std::string_view("eiouy").contains(c);
         });
}

struct Slot {
  std::string word;
  std::string stem;
};

} // namespace

struct Stemmer::Impl {
  explicit Impl(std::string_view language) : stemmer(std::string(language)), is_english(language == "en") {}

  Xapian::Stem stemmer;
  bool is_english;
  std::vector<Slot> slots;
  std::size_t misses = 0;
  Slot uncached;
};

Stemmer::Stemmer(std::string_view language) : impl_(std::make_unique<Impl>(language)) {}
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

const std::string& Stemmer::stem(std::string_view folded) {
  constexpr std::size_t kBeforeCaching = 64; // queries are too short to allocate the cache
  if (impl_->slots.empty() && ++impl_->misses > kBeforeCaching) impl_->slots.resize(kSlots);
  Slot& slot = impl_->slots.empty() ? impl_->uncached : impl_->slots[std::hash<std::string_view>{}(folded) % kSlots];
  if (slot.word != folded || slot.stem.empty()) {
    slot.word = folded;
    slot.stem = impl_->is_english && is_plural_abbreviation(folded) ? slot.word.substr(0, slot.word.size() - 1)
                                                                    : impl_->stemmer(slot.word);
    if (slot.stem.empty()) slot.stem = slot.word;
  }
  return slot.stem;
}

} // namespace trawl::text
