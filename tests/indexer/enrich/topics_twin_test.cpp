// SPDX-License-Identifier: GPL-3.0-or-later
/// The phrase trie and the scores against slow twins, on random texts of few words.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/enrich/topics.h"

using namespace trawl::enrich;

namespace {

using Words = std::vector<std::string>;
using Found = std::multiset<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>; ///< begin, end, entry

Words random_words(std::mt19937& random, std::size_t count) {
  static constexpr std::string_view kWords[] = {"red", "green", "blue", "2.5", "日"};
  Words words;
  for (std::size_t i = 0; i < count; ++i) words.emplace_back(kWords[random() % std::size(kWords)]);
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

bool occurs_at(const Words& phrase, const Words& text, std::size_t at) {
  if (at + phrase.size() > text.size()) return false;
  for (std::size_t i = 0; i < phrase.size(); ++i) {
    if (phrase[i] != text[at + i]) return false;
  }
  return true;
}

} // namespace

TEST_CASE("phrase trie: it finds what a search for each phrase at each word finds", "[phrase_trie]") {
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::vector<Words> phrases;
    PhraseTrie trie;
    for (std::uint32_t entry = 0; entry < 8; ++entry) {
      phrases.push_back(random_words(random, 1 + random() % 4));
      trie.add(joined(phrases.back()), {entry, 0, PhraseRole::Text});
    }
    const Words text = random_words(random, random() % 30);
    std::vector<std::uint32_t> ids;
    for (const std::string& word : text) ids.push_back(trie.id_of(word));

    Found expected, found;
    for (std::uint32_t begin = 0; begin < text.size(); ++begin) {
      for (std::uint32_t entry = 0; entry < phrases.size(); ++entry) {
        if (!occurs_at(phrases[entry], text, begin)) continue;
        expected.emplace(begin, begin + static_cast<std::uint32_t>(phrases[entry].size()), entry);
      }
      trie.match(ids, begin, [&](std::uint32_t end, const PhraseUse& use) { found.emplace(begin, end, use.entry); });
    }
    CHECK(found == expected);
  }
}

TEST_CASE("topics: a phrase counts unless each of its words is in an excluding phrase", "[topics]") {
  const auto topics = Topics::parse(R"({"tags":[{"label":"blue","phrases":{"blue":1},"excludes":["red blue"]}]})");
  REQUIRE(topics);
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const Words text = random_words(random, random() % 20);
    std::size_t counted = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == "blue" && (at == 0 || text[at - 1] != "red")) ++counted;
    }
    const auto scores = topics->score("", joined(text));
    CHECK(scores.size() == (counted == 0 ? 0 : 1));
    if (counted == 0 || scores.empty()) continue;
    const double per_thousand = std::min(static_cast<double>(counted) * 2.5, 3.0); // short texts count as 400 words
    CHECK(scores[0].score == Approx(per_thousand + 1));                            // and one for the beginning
  }
}

TEST_CASE("topics: scores are in descending order, equal ones in the order of the file, each label once", "[topics]") {
  const auto topics = Topics::parse(R"({"tags":[{"label":"red","phrases":{"red":1}},
    {"label":"green","phrases":{"green":1}},{"label":"blue","phrases":{"blue":1}}]})");
  REQUIRE(topics);
  const std::map<std::string, int> place = {{"red", 0}, {"green", 1}, {"blue", 2}};
  for (std::uint32_t seed = 0; seed < 1'000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto scores =
        topics->score(joined(random_words(random, random() % 3)), joined(random_words(random, random() % 9)));
    for (std::size_t i = 1; i < scores.size(); ++i) {
      const TopicScore &before = scores[i - 1], &after = scores[i];
      CHECK(before.label != after.label);
      CHECK(before.score >= after.score);
      if (before.score == after.score) CHECK(place.at(before.label) < place.at(after.label));
    }
  }
}

TEST_CASE("topics: more occurrences never lower a score", "[topics]") {
  const auto topics = Topics::parse(R"({"tags":[{"label":"red","phrases":{"red":1,"green":2}}]})");
  REQUIRE(topics);
  double before = 0;
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += i % 3 == 0 ? "green " : "red ";
    const auto scores = topics->score("", text);
    REQUIRE(scores.size() == 1);
    CHECK(scores[0].score >= before);
    before = scores[0].score;
  }
  CHECK(before == Approx(8)); // the limit of the text
}

TEST_CASE("topics: the first 64 KiB of the text are read", "[topics]") {
  const auto topics = Topics::parse(R"({"tags":[{"label":"red","phrases":{"red":1}}]})");
  REQUIRE(topics);
  const auto is_found_at = [&](std::size_t at) { return !topics->score("", std::string(at, ' ') + "red").empty(); };
  CHECK(is_found_at(64 * 1024 - 3));
  CHECK_FALSE(is_found_at(64 * 1024 - 2));
  CHECK_FALSE(is_found_at(1'000'000));
}

TEST_CASE("topics: an empty vocabulary finds nothing", "[topics]") {
  const Topics none;
  CHECK(none.score("red", "red").empty());
  CHECK(none.label_for(TopicKind::Tag, "red").empty());
  CHECK(none.labels(TopicKind::Tag).empty());
}

TEST_CASE("topics: labels and aliases are compared folded, each kind for itself", "[topics]") {
  const auto topics = Topics::parse(R"({"categories":[{"label":"open-source","aliases":["FOSS","Free Software"]}],
    "tags":[{"label":"open-source","aliases":["OSS"]},{"label":"gpu","aliases":["OSS","Graphics cards"]}]})");
  REQUIRE(topics);
  for (const char* name : {"open-source", "Open Source", "OPEN_SOURCE", "open sources", "foss", "Free-software"}) {
    CAPTURE(name);
    CHECK(topics->label_for(TopicKind::Category, name) == "open-source");
  }
  CHECK(topics->label_for(TopicKind::Category, "OSS").empty());
  CHECK(topics->label_for(TopicKind::Tag, "OSS") == "open-source"); // the first in the file
  CHECK(topics->label_for(TopicKind::Tag, "graphics card") == "gpu");
  for (const char* name : {"", " ", "open", "source open", "open source code"}) {
    CAPTURE(name);
    CHECK(topics->label_for(TopicKind::Category, name).empty());
  }
  CHECK(topics->labels(TopicKind::Tag) == std::vector<std::string>{"open-source", "gpu"});
}
