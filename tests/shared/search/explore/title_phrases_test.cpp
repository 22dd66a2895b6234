// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/explore/title_phrases.h"

#include "shared/text/stopwords.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

using Words = std::vector<std::string>;

const Words kVocabulary{"flash", "fast", "kernel", "the", "of", "attention"};

std::string joined(const Words& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

bool begins_with(const Words& longer, const Words& words) {
  return longer.size() >= words.size() && std::equal(words.begin(), words.end(), longer.begin());
}

/// How many titles have each run of two to five words.
std::map<Words, std::size_t> counted_runs(const std::vector<Words>& titles) {
  std::map<Words, std::size_t> counts;
  for (const Words& title : titles) {
    std::set<Words> runs;
    for (std::size_t at = 0; at < title.size(); ++at) {
      for (std::size_t size = 2; size <= 5 && at + size <= title.size(); ++size) {
        const auto begin = title.begin() + static_cast<std::ptrdiff_t>(at);
        runs.emplace(begin, begin + static_cast<std::ptrdiff_t>(size));
      }
    }
    for (const Words& run : runs) ++counts[run];
  }
  return counts;
}

/// The phrases as title_phrases.h defines them.
std::map<Words, std::size_t> slow_phrases(const std::vector<Words>& titles, const Words& typed,
                                          const std::string& beginning) {
  std::map<Words, std::size_t> candidates;
  for (const auto& [run, count] : counted_runs(titles)) {
    if (count < 2 || run.size() <= typed.size() || !begins_with(run, typed)) continue;
    if (!run[typed.size()].starts_with(beginning)) continue;
    if (text::is_stop_word(run.front()) || text::is_stop_word(run.back())) continue;
    candidates[run] = count;
  }
  std::map<Words, std::size_t> out;
  for (const auto& [run, count] : candidates) {
    const bool is_part = std::ranges::any_of(candidates, [&](const auto& other) {
      return other.first.size() > run.size() && other.second == count && begins_with(other.first, run);
    });
    if (!is_part) out[run] = count;
  }
  return out;
}

} // namespace

TEST_CASE("title phrases: as counting every run of words of every title", "[suggest]") {
  std::mt19937 random(201);
  for (int round = 0; round < 1'000; ++round) {
    std::vector<Words> titles(2 + random() % 6);
    std::vector<std::string> texts;
    for (Words& title : titles) {
      for (auto i = random() % 8; i > 0; --i) title.push_back(kVocabulary[random() % kVocabulary.size()]);
      texts.push_back(joined(title));
    }
    Words typed;
    if (random() % 2 == 0) typed.push_back(kVocabulary[random() % 3]);
    const std::string beginning = std::vector<std::string>{"", "f", "fl", "kernel", "x"}[random() % 5];
    CAPTURE(round, texts, typed, beginning);
    std::map<Words, std::size_t> found;
    for (const TitlePhrase& phrase : shared_phrases(texts, typed, beginning)) found[phrase.words] = phrase.titles;
    REQUIRE(found == slow_phrases(titles, typed, beginning));
  }
}

TEST_CASE("title phrases: the most frequent first, of these the longest, then by letters", "[suggest]") {
  const std::vector<std::string> titles{"fast kernel tuning", "fast kernel tuning", "fast kernel", "fast models",
                                        "fast models",        "fast agents",        "fast agents"};
  std::vector<std::string> found;
  for (const TitlePhrase& phrase : shared_phrases(titles, {}, "fa")) found.push_back(joined(phrase.words));
  CHECK(found == std::vector<std::string>{"fast kernel", "fast kernel tuning", "fast agents", "fast models"});
}

TEST_CASE("title phrases: a title counts once, however often it has the phrase", "[suggest]") {
  CHECK(shared_phrases(std::vector<std::string>{"fast kernel fast kernel"}, {}, "fast").empty());
}

TEST_CASE("title phrases: at most five words, folded", "[suggest]") {
  const std::vector<std::string> titles{"Größe ONE two three four five six", "GROSSE one Two three four FIVE six"};
  const auto found = shared_phrases(titles, {}, "gr");
  REQUIRE(found.size() == 1);
  CHECK(found.front().words.size() == 5);
  CHECK(found.front().titles == 2);
}
