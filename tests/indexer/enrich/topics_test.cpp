// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/file.h"
#include "shared/schema/categories.h"
#include "tests/support/source_tree.h"

using namespace trawl;
using namespace trawl::enrich;

namespace {

Topics topics_of(const std::string& json) {
  auto topics = Topics::parse(json);
  REQUIRE(topics);
  return *topics;
}

double score_of(const Topics& topics, const std::string& title, const std::string& text = "") {
  const auto scores = topics.score(title, text);
  return scores.empty() ? 0 : scores[0].score;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

Topics shipped_topics() {
  const auto json = read_file(trawl::test::in_source_tree("schema/topics.json"));
  REQUIRE(json);
  return topics_of(*json);
}

} // namespace

TEST_CASE("topics: an error names file, entry and field", "[topics]") {
  struct Row {
    const char* json;
    const char* where;
    const char* what;
  };
  const Row rows[] = {
      {"{", "topics.json", "not JSON"},
      {R"({"tags":[{"label":"gpu"},{"label":"GPU"}]})", "topics.json: tags[1] (GPU)", "\"label\""},
      {R"({"categories":[{"label":"gpu"}]})", "topics.json: categories[0] (gpu)", "ten categories"},
      {R"({"tags":[{"label":"gpu","phrases":{"cuda":0}}]})", "topics.json: tags[0] (gpu)", "cuda"},
      {R"({"tags":[{"label":"gpu","phrase":{}}]})", "topics.json: tags[0] (gpu)", "\"phrase\""},
      {R"({"tags":[{"label":"gpu"},{"label":"gpu"}]})", "topics.json: tags[1]", "twice"},
      {R"({"tags":[7]})", "topics.json: tags[0]", "object"},
      {R"({"tags":{}})", "topics.json", "\"tags\" is not a list"},
      {"[]", "topics.json", "not an object with"},
      {R"({"tags":[{}]})", "topics.json: tags[0]", "\"label\" is missing or not a string"},
      {R"({"tags":[{"label":""}]})", "topics.json: tags[0]", "may only contain a-z"},
      {R"({"tags":[{"label":"gpu","aliases":"GPUs"}]})", "topics.json: tags[0] (gpu)", "\"aliases\" is not a list"},
      {R"({"tags":[{"label":"gpu","aliases":[1]}]})", "topics.json: tags[0] (gpu)", "not a string"},
      {R"({"tags":[{"label":"gpu","phrases":[]}]})", "topics.json: tags[0] (gpu)", "not an object of phrases"},
      {R"({"tags":[{"label":"gpu","threshold":-1}]})", "topics.json: tags[0] (gpu)", "not a positive number"},
      {R"({"tags":[{"label":"gpu","title_factor":null}]})", "topics.json: tags[0] (gpu)", "not a positive number"},
      {R"({"tags":[{"label":"a","threshold":0,"aliases":7}]})", "topics.json: tags[0] (a)",
       "\"aliases\" is not a list"},
  };
  for (const Row& row : rows) {
    INFO(row.json);
    const auto topics = Topics::parse(row.json);
    REQUIRE_FALSE(topics);
    CHECK(topics.error().code == ErrorCode::BadInput);
    CHECK(topics.error().where == row.where);
    CHECK(topics.error().what.find(row.what) != std::string::npos);
  }
}

TEST_CASE("topics: phrases are whole words, folded, in any spelling", "[topics]") {
  const Topics topics =
      topics_of(R"({"tags":[{"label":"gpt","phrases":{"gpt 4":1,"open weight":1,"模型":1,"모델":1}}]})");
  for (const char* title : {"GPT-4 arrives", "gpt4", "the GPT 4's price", "Open-Weights for all", "大模型训练",
                            "모델을 배포", "GPT’s 4", "\xFFgpt 4"}) {
    INFO(title);
    CHECK(topics.score(title, "").size() == 1);
  }
  for (const char* title : {"GPT-40", "gpt", "opening weights", "chatgpt 4", "gpt 4.5", ""}) {
    INFO(title);
    CHECK(topics.score(title, "").empty());
  }
}

TEST_CASE("topics: excludes, requires and rejects", "[topics]") {
  const Topics topics = topics_of(R"({"tags":[
    {"label":"safety","phrases":{"safety":1},"excludes":["type safety"]},
    {"label":"kernels","phrases":{"kernel":1},"requires":["cuda"]},
    {"label":"graphs","phrases":{"graph":1},"rejects":["computation graph"]}]})");
  CHECK(topics.score("Type safety in C++", "").empty());
  CHECK(topics.score("Safety and type safety", "").size() == 1);
  CHECK(topics.score("A kernel", "").empty());
  CHECK(topics.score("A kernel", "in cuda").size() == 1);
  CHECK(topics.score("Graphs: the computation graph", "").empty());
}

TEST_CASE("topics: a version is any number with points", "[topics]") {
  const Topics topics = topics_of(R"({"categories":[{"label":"release","title_phrases":{"<version>":5}}]})");
  CHECK(topics.score("Kubeflow v1.9", "").size() == 1);
  CHECK(topics.score("PyTorch 2.4.1 is out", "").size() == 1);
  CHECK(topics.score("Five things in 2024.", "").empty());
}

TEST_CASE("topics: a feed's own words are matched to labels and aliases", "[topics]") {
  const Topics topics = shipped_topics();
  CHECK(topics.label_for(TopicKind::Category, "Open Source") == "open-source");
  CHECK(topics.label_for(TopicKind::Category, "Tutorials") == "tutorial");
  CHECK(topics.label_for(TopicKind::Tag, "GPUs") == "gpu");
  CHECK(topics.label_for(TopicKind::Tag, "gardening").empty());
  for (const std::string_view category : schema::kCategories)
    CHECK(topics.label_for(TopicKind::Category, category) == category);
}

TEST_CASE("topics: a score is made of weights in the title and occurrences per thousand words", "[topics]") {
  const Topics topics =
      topics_of(R"({"tags":[{"label":"gpu","phrases":{"kernel":1,"cuda":2},"title_phrases":{"release":5}},
    {"label":"own","phrases":{"parrot":1},"title_factor":2.5,"threshold":2.5}]})");
  const std::string far = repeated("word ", 400), rest = repeated("word ", 597);
  CHECK(score_of(topics, "Kernel, kernel") == Approx(4)); // four times its weight, however often
  CHECK(score_of(topics, "Kernel, CUDA: release") == Approx(4 + 8 + 5));
  CHECK(score_of(topics, "x", far + "release") == 0);
  CHECK(score_of(topics, "x", far + "kernel " + rest + "x x") == Approx(1));
  CHECK(score_of(topics, "x", far + "kernel kernel " + rest + "x") == Approx(2));
  CHECK(score_of(topics, "x", far + repeated("kernel ", 30) + rest) == Approx(3)); // three are the most
  CHECK(score_of(topics, "x", "kernel") == Approx(2.5 + 1)); // counts as 400 words; the beginning counts one more
  CHECK(score_of(topics, "x", repeated("kernel cuda ", 40)) == Approx(8)); // the text adds at most eight
  CHECK(topics.score("A parrot", "")[0].is_certain);
  const auto in_text = topics.score("x", far + "cuda cuda " + rest + "x");
  REQUIRE(in_text.size() == 1);
  CHECK(in_text[0].score == Approx(4)); // a topic that only the text mentions needs a quarter more
  CHECK(in_text[0].needed == Approx(5));
  CHECK_FALSE(in_text[0].is_certain);
  CHECK(in_text[0].rule == "text 'cuda'");
  CHECK(topics.score("CUDA release", far + "kernel")[0].rule == "title 'cuda'");
}

TEST_CASE("topics: the highest score comes first, equal ones are in the order of the file", "[topics]") {
  const Topics topics = topics_of(R"({"tags":[{"label":"red","phrases":{"red":1}},{"label":"blue","phrases":{"blue":1}},
    {"label":"green","phrases":{"green":2}}]})");
  std::string labels;
  for (const TopicScore& score : topics.score("blue green red", "")) labels += score.label + " ";
  CHECK(labels == "green red blue ");
}

TEST_CASE("topics: the first 64 KiB of the text are read", "[topics]") {
  const Topics topics = topics_of(R"({"tags":[{"label":"red","phrases":{"red":1}}]})");
  CHECK(score_of(topics, "", std::string(64 * 1024 - 3, ' ') + "red") > 0);
  CHECK(score_of(topics, "", std::string(64 * 1024 - 2, ' ') + "red") == 0);
}

TEST_CASE("topics: an empty vocabulary finds nothing", "[topics]") {
  const Topics none;
  CHECK(none.score("red", "red").empty());
  CHECK(none.label_for(TopicKind::Tag, "red").empty());
}
