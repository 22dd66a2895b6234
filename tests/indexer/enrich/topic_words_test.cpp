// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>


namespace topic_words_test {

using namespace trawl::enrich;

namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  TopicWords reader(text);
  for (std::string word; reader.next(word);) out.push_back(word);
  return out;
}

using Words = std::vector<std::string>;
using Matches = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>; ///< begin, end, entry

Matches matches(const PhraseTrie& trie, std::string_view text) {
  std::vector<std::uint32_t> ids;
  for (const std::string& word : words(text)) ids.push_back(trie.id_of(word));
  Matches found;
  for (std::uint32_t begin = 0; begin < ids.size(); ++begin) {
    trie.match(ids, begin, [&](std::uint32_t end, const PhraseUse& use) { found.emplace_back(begin, end, use.entry); });
  }
  return found;
}

} // namespace

TEST_CASE("topic words: letters and digits are separate words, folded", "[topic_words]") {
  CHECK(words("GPT4 and GPT-4") == Words{"gpt", "4", "and", "gpt", "4"});
  CHECK(words("Ünïcode Straße") == Words{"ünïcode", "straße"});
  CHECK(words(" ,.- ").empty());
}

TEST_CASE("topic words: a number keeps its points", "[topic_words]") {
  CHECK(words("2.5.1, v1.9.") == Words{"2.5.1", "v", "1.9"});
  CHECK(words("1..2") == Words{"1", "2"});
}

TEST_CASE("topic words: plurals and genitives lose their s, other words keep it", "[topic_words]") {
  CHECK(words("kernels models") == Words{"kernel", "model"});
  CHECK(words("CUDA's model’s") == Words{"cuda", "model"});
  CHECK(words("bias class status GPUs ios data's") == Words{"bias", "class", "status", "gpus", "ios", "data"});
  CHECK(words("gas its") == Words{"gas", "its"});
}

TEST_CASE("topic words: characters of scripts without spaces are words", "[topic_words]") {
  CHECK(words("大模型GPU") == Words{"大", "模", "型", "gpu"});
  CHECK(words("모델을") == Words{"모", "델", "을"});
}

TEST_CASE("phrase trie: all phrases that begin at a word, the shorter first", "[phrase_trie]") {
  PhraseTrie trie;
  trie.add("open source", {1, 0, PhraseRole::Text});
  trie.add("open source model", {2, 0, PhraseRole::Text});
  trie.add("source", {3, 0, PhraseRole::Text});
  CHECK(matches(trie, "An open-source model, closed source") == Matches{{1, 3, 1}, {1, 4, 2}, {2, 3, 3}, {5, 6, 3}});
  CHECK(matches(trie, "open the source").size() == 1);
  CHECK(matches(trie, "").empty());
}

TEST_CASE("phrase trie: one phrase can belong to several topics", "[phrase_trie]") {
  PhraseTrie trie;
  trie.add("kernel", {1, 0, PhraseRole::Text});
  trie.add("Kernels", {2, 0, PhraseRole::Title});
  CHECK(matches(trie, "kernel") == Matches{{0, 1, 1}, {0, 1, 2}});
}

TEST_CASE("phrase trie: unknown words have no id, versions share one", "[phrase_trie]") {
  PhraseTrie trie;
  CHECK(trie.id_of("2.5") == 0);
  trie.add("<version>", {1, 0, PhraseRole::Title});
  trie.add("3.14", {2, 0, PhraseRole::Text});
  CHECK(trie.id_of("2.5") != 0);
  CHECK(trie.id_of("2.5") == trie.id_of("1.0"));
  CHECK(trie.id_of("3.14") != trie.id_of("2.5"));
  CHECK(trie.id_of("25") == 0);
  CHECK(trie.id_of("word") == 0);
}

TEST_CASE("phrase trie: a phrase without words is ignored", "[phrase_trie]") {
  PhraseTrie trie;
  trie.add("--", {1, 0, PhraseRole::Text});
  CHECK(matches(trie, "-- word").empty());
}

TEST_CASE("topic words: a genitive s is dropped only at the end of its word", "[topic_words]") {
  CHECK(words("OpenAI's model") == Words{"openai", "model"});
  CHECK(words("OpenAI's") == Words{"openai"});
  CHECK(words("OpenAI's-model") == Words{"openai", "model"});
  CHECK(words("it'so") == Words{"it", "so"});
  CHECK(words("don't") == Words{"don", "t"});
}

TEST_CASE("topic words: a point is part of a number only before a digit", "[topic_words]") {
  CHECK(words("2.") == Words{"2"});
  CHECK(words("2.x") == Words{"2", "x"});
  CHECK(words(".5") == Words{"5"});
  CHECK(words("v2.5b") == Words{"v", "2.5", "b"});
  CHECK(words("1.2.3.4") == Words{"1.2.3.4"});
}

TEST_CASE("topic words: a plural s is dropped from words of four letters or more", "[topic_words]") {
  CHECK(words("bus api apis nets llms") == Words{"bus", "api", "apis", "net", "llm"});
  CHECK(words("KERNELS") == Words{"kernel"});
  CHECK(words("s ss") == Words{"s", "ss"});
}

TEST_CASE("topic words: a character beyond the basic plane is one word, ill-formed bytes are not words",
          "[topic_words]") {
  CHECK(words("a\U00020000b") == Words{"a", "\U00020000", "b"});
  CHECK(words("a\xFF\xC3"
              "b") == Words{"a", "b"});
}

TEST_CASE("topic words: reading the words of joined words gives the same words", "[topic_words]") {
  for (const char* text : {"GPT-4's kernels 2.5", "大模型 GPU", "Straße, ÉTÉ", "x86_64 v1.9.2"}) {
    CAPTURE(text);
    std::string joined;
    for (const std::string& word : words(text)) joined += word + " ";
    CHECK(words(joined) == words(text));
  }
}

} // namespace topic_words_test
