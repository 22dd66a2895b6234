// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/meaning/word_table.h"
#include "shared/meaning/words.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace words_test {

using namespace trawl;
using namespace trawl::meaning;

namespace {

constexpr int kMatters = 20;

/// Word `k` of a matter.
std::string word_of(int matter, unsigned k) {
  return std::string{static_cast<char>('a' + matter), 'x', static_cast<char>('a' + k), 'q'};
}

/// Texts about twenty matters, each with ten words of its own; a text has some of them.
std::vector<StemmedText> texts_of_matters() {
  text::Stemmer stemmer;
  std::vector<StemmedText> texts;
  unsigned random = 1;
  const auto next = [&] { return (random = random * 1664525 + 1013904223) >> 16; };
  for (int i = 0; i < 400; ++i) {
    const int matter = i % kMatters;
    std::string text;
    for (int word = 0; word < 30; ++word) text += word_of(matter, next() % 10) + " ";
    texts.push_back(stemmed(word_of(matter, next() % 10), text, stemmer));
  }
  return texts;
}

PackedVector vector_of(const std::vector<WordVector>& words, const std::string& word) {
  text::Stemmer stemmer;
  const std::uint64_t hash = hash_of_stem(stemmer.stem(word));
  const auto found = std::ranges::find(words, hash, &WordVector::stem);
  REQUIRE(found != words.end());
  return *pack(found->vector);
}

float likeness(const std::vector<WordVector>& words, const std::string& a, const std::string& b) {
  return nearest(vector_of(words, a), std::vector{vector_of(words, b)});
}

} // namespace

TEST_CASE("meaning: words of one matter become like each other", "[meaning]") {
  const std::vector<WordVector> words = learn_words(texts_of_matters());
  CHECK(likeness(words, word_of(3, 1), word_of(3, 2)) > likeness(words, word_of(3, 1), word_of(4, 2)) + 0.3F);
}

TEST_CASE("meaning: the same texts teach the same", "[meaning]") {
  const std::vector<WordVector> first = learn_words(texts_of_matters()), second = learn_words(texts_of_matters());
  REQUIRE(first.size() == second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].stem == second[i].stem);
    CHECK(first[i].vector == second[i].vector);
  }
}

TEST_CASE("meaning: a word of one text, texts without words and few texts teach nothing", "[meaning]") {
  text::Stemmer stemmer;
  CHECK(learn_words({}).empty());
  CHECK(learn_words(std::vector{stemmed("", "", stemmer), stemmed("", "", stemmer)}).empty());
  const std::vector<WordVector> words =
      learn_words(std::vector{stemmed("", "alpha beta", stemmer), stemmed("", "alpha gamma", stemmer)});
  REQUIRE(words.size() == 1);
  CHECK(words.front().stem == hash_of_stem("alpha"));
}

TEST_CASE("meaning: of too many words, the rarest are not learnt", "[meaning]") {
  StemmedText all, some;
  for (std::uint64_t stem = 1; stem <= kMostWords + 1; ++stem) all.text.push_back(stem);
  for (std::uint64_t stem = 1; stem <= 1000; ++stem) some.text.push_back(stem);
  CHECK(learn_words(std::vector{all, all, some}).size() == 1000);
}

TEST_CASE("meaning: stop words say nothing, and Chinese is read in pairs of characters", "[meaning]") {
  text::Stemmer stemmer;
  CHECK(stemmed("", "the models of attention", stemmer).text ==
        std::vector{hash_of_stem("model"), hash_of_stem("attent")});
  CHECK(stemmed("", "注意力", stemmer).text == std::vector{hash_of_stem("注意"), hash_of_stem("意力")});
}

TEST_CASE("meaning: a text has a passage for each hundred stems, and one if it has fewer", "[meaning]") {
  text::Stemmer stemmer;
  std::string text;
  std::vector<std::uint64_t> stems{hash_of_stem("titl")};
  for (int i = 0; i < 250; ++i) {
    text += "word" + std::to_string(i) + " ";
    stems.push_back(hash_of_stem("word" + std::to_string(i)));
  }
  std::ranges::sort(stems);
  Vector one{};
  one.front() = 1;
  std::vector<WordVector> words;
  for (const std::uint64_t stem : stems) words.push_back({stem, one});
  const WordTable known = *WordTable::read(WordTable::pack(words)), none = *WordTable::read({});
  CHECK(passages_of(stemmed("Title", "", stemmer), known).size() == 1);
  CHECK(passages_of(stemmed("Title", text, stemmer), known).size() == 3);
  CHECK(passages_of(stemmed("Title", text, stemmer), none).empty());
  CHECK_FALSE(WordTable::read("x"));
}

TEST_CASE("meaning: a stem is found by its hash, whatever its first bits are", "[meaning]") {
  std::mt19937_64 random(5);
  for (const std::size_t size : {0, 1, 2, 3, 100, 4'097}) {
    for (const int unused_bits : {0, 40, 63}) { // all are alike in these
      std::set<std::uint64_t> held;
      while (held.size() < std::min<std::size_t>(size, unused_bits == 63 ? 2 : size))
        held.insert(random() >> unused_bits);
      const StemNumbers numbers({held.begin(), held.end()});
      std::uint32_t number = 0;
      for (const std::uint64_t stem : held) REQUIRE(numbers.find(stem) == number++);
      for (int i = 0; i < 100; ++i) {
        const std::uint64_t stem = random() >> unused_bits;
        REQUIRE(numbers.find(stem).has_value() == held.contains(stem));
      }
    }
  }
}

} // namespace words_test
