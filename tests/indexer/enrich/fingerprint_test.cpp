// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/fingerprint.h"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/enrich/fold_copies.h"
#include "tests/indexer/enrich/random_text.h"

using namespace trawl::enrich;

namespace {

bool share_a_band(const Fingerprint& a, const Fingerprint& b) {
  const auto of_a = band_keys(a);
  const auto of_b = band_keys(b);
  return std::ranges::any_of(of_a, [&](auto key) { return std::ranges::find(of_b, key) != of_b.end(); });
}

/// A text of `words` words from a small vocabulary, so that shingles repeat, with noise between the words.
struct NoisyText {
  std::vector<std::string> words;
  std::string text;
};

NoisyText noisy_text(std::mt19937& random, std::size_t words) {
  static constexpr std::string_view kWords[] = {"a", "bee", "cat", "dog's", "été", "7", "x1"};
  static constexpr std::string_view kGaps[] = {" ", "  ", "\n\n", ", ", " – ", "/", "… "};
  NoisyText noisy;
  for (std::size_t i = 0; i < words; ++i) {
    std::string word(kWords[random() % std::size(kWords)]);
    noisy.words.push_back(word);
    if (random() % 2 == 0)
      word[0] = static_cast<char>(word[0] >= 'a' && word[0] <= 'z' ? word[0] - 'a' + 'A' : word[0]);
    noisy.text += word;
    noisy.text += kGaps[random() % std::size(kGaps)];
  }
  return noisy;
}

/// The slow twin of shingles_of for texts of spaced words: the runs of four words as strings.
std::set<std::string> runs_of_four(const std::vector<std::string>& words) {
  std::set<std::string> runs;
  for (std::size_t i = 0; i + 4 <= words.size(); ++i) {
    runs.insert(words[i] + ' ' + words[i + 1] + ' ' + words[i + 2] + ' ' + words[i + 3]);
  }
  return runs;
}

} // namespace

TEST_CASE("shingles: there are as many as distinct runs of four words", "[fingerprint]") {
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const NoisyText noisy = noisy_text(random, random() % 40);
    CHECK(shingles_of(noisy.text).size() == runs_of_four(noisy.words).size());
  }
}

TEST_CASE("shingles: four words or eight characters make the first one", "[fingerprint]") {
  struct Row {
    const char* text;
    std::size_t shingles;
  };
  const Row rows[] = {
      {"", 0},
      {"one two three", 0},
      {"one two three four", 1},
      {"one two three four five", 2},
      {"一二三四五六七", 0},
      {"一二三四五六七八", 1},
      {"一二三四五六七八九", 2},
      {"ひらがなとカタカナ", 2},
      {"𠀀𠀁𠀂𠀃𠀄𠀅𠀆𠀇", 1}, // Han beyond the basic plane
      {"กขคงจฉชซ", 1},         // Thai
      {"하나 둘 셋 넷", 1},    // Hangul has spaces between words
      {"один два три четыре", 1},
      {"一二三四 one two 五六七八 three four", 2}, // characters and words are counted apart
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(shingles_of(row.text).size() == row.shingles);
  }
}

TEST_CASE("shingles: case, apostrophes, white space and punctuation are ignored", "[fingerprint]") {
  const auto same = [](std::string_view a, std::string_view b) { return shingles_of(a) == shingles_of(b); };
  CHECK(same("One two, THREE four – five!", "one  two three\n\nfour five"));
  CHECK(same("we don't know why", "we dont know why"));
  CHECK(same("we don’t know why", "WE DON'T KNOW WHY"));
  CHECK(same("ÉTÉ ΑΒΓ Привет Ünï", "été αβγ привет ünï"));
  CHECK(same("一二三四，五六七八。", "一二三四五六七八"));
  CHECK_FALSE(same("one two three four", "four three two one"));
  CHECK_FALSE(same("one two three four", "onetwo three four five"));
  CHECK_FALSE(same("a b c d", "a b c e"));
}

TEST_CASE("shingles: ill-formed UTF-8 separates words like punctuation", "[fingerprint]") {
  CHECK(shingles_of("one\xFFtwo\xC3 three four") == shingles_of("one two three four"));
}

TEST_CASE("fingerprint: the values of a known text, on every machine", "[fingerprint]") {
  // Computed by a separate program from the definitions in fingerprint.h: stored fingerprints must stay comparable.
  const std::string text = "the cat sat on the mat";
  CHECK(shingles_of(text) == std::vector<std::uint64_t>{0x289b8e5f52ae9e9a, 0x94fc5192fa71631a, 0xb5baa5f0c5809c58});
  const Fingerprint print = fingerprint(text);
  CHECK(print.shingles == 3);
  CHECK(print.values[0] == 0x2b498a49);
  CHECK(print.values[1] == 0x3164197b);
  CHECK(print.values[2] == 0x205d64a3);
  CHECK(print.values[63] == 0x353b3cf6);
  CHECK(band_keys(print)[0] == 0xab4249af267cf2f9);
  CHECK(band_keys(print)[15] == 0xda8b86f4da978e51);
}

TEST_CASE("fingerprint: the estimate is near the exact similarity", "[fingerprint]") {
  std::mt19937 random(4);
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const std::string common = random_text(random, static_cast<int>(2'000 * share));
    const std::string a = common + random_text(random, static_cast<int>(2'000 * (1 - share)));
    const std::string b = common + random_text(random, static_cast<int>(2'000 * (1 - share)));
    const auto exact = containment(a, b);
    const double jaccard =
        exact.of_first * exact.of_second / (exact.of_first + exact.of_second - exact.of_first * exact.of_second + 1e-9);
    CHECK(estimated_similarity(fingerprint(a), fingerprint(b)) ==
          Approx(jaccard).margin(0.19)); // three standard errors
    if (share == 1.0) CHECK(share_a_band(fingerprint(a), fingerprint(b)));
    if (share == 0.0) CHECK_FALSE(share_a_band(fingerprint(a), fingerprint(b)));
  }
}

TEST_CASE("fingerprint: the estimate is the share of equal values, the same in both directions", "[fingerprint]") {
  Fingerprint a, b;
  a.shingles = b.shingles = 1;
  for (std::size_t i = 0; i < kFingerprintValues; ++i) {
    a.values[i] = static_cast<std::uint32_t>(i);
    b.values[i] = static_cast<std::uint32_t>(i % 4 == 0 ? i : i + 1'000);
  }
  CHECK(estimated_similarity(a, b) == Approx(0.25));
  CHECK(estimated_similarity(b, a) == Approx(0.25));
  CHECK(estimated_similarity(a, a) == 1.0);
  b.shingles = 0;
  CHECK(estimated_similarity(a, b) == 0.0);
  CHECK(estimated_similarity(b, a) == 0.0);
}

TEST_CASE("fingerprint: a text that is too short matches nothing", "[fingerprint]") {
  const Fingerprint none = fingerprint("two words");
  CHECK(none == Fingerprint{});
  CHECK(estimated_similarity(none, none) == 0);
  for (const std::uint64_t key : band_keys(none)) CHECK(key == 0);
}

TEST_CASE("band keys: similar texts share a key as often as the header says", "[fingerprint]") {
  std::mt19937 random(20240501);
  const auto share_of_pairs = [&](double similarity) {
    int shared = 0;
    constexpr int kPairs = 2'000;
    for (int pair = 0; pair < kPairs; ++pair) {
      Fingerprint a, b;
      a.shingles = b.shingles = 1;
      for (std::size_t i = 0; i < kFingerprintValues; ++i) {
        a.values[i] = static_cast<std::uint32_t>(random());
        const bool is_equal = static_cast<double>(random() % 10'000) < similarity * 10'000;
        b.values[i] = is_equal ? a.values[i] : ~a.values[i];
      }
      shared += share_a_band(a, b) ? 1 : 0;
    }
    return static_cast<double>(shared) / kPairs;
  };
  CHECK(share_of_pairs(0.75) == Approx(0.998).margin(0.004));
  CHECK(share_of_pairs(0.3) == Approx(0.12).margin(0.025));
  CHECK(share_of_pairs(1.0) == 1.0);
  CHECK(share_of_pairs(0.0) == 0.0);
}
