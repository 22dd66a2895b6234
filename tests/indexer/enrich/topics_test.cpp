// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "indexer/enrich/enrich.h"
#include "shared/base/file.h"

using namespace trawl;
using namespace trawl::enrich;

namespace {

Topics topics_of(const std::string& json) {
  auto topics = Topics::parse(json);
  REQUIRE(topics);
  return *topics;
}

Topics shipped_topics() {
  const auto json = read_file(std::string(TRAWL_SOURCE_DIR) + "/schema/topics.json");
  REQUIRE(json);
  return topics_of(*json);
}

Article enriched(const std::string& title, const std::string& text, const std::vector<std::string>& categories = {},
                 const std::vector<std::string>& keywords = {}) {
  Article article;
  article.url = "https://example.org/a";
  article.title = title;
  article.text = text;
  enrich::enrich(article, shipped_topics(), categories, keywords);
  return article;
}

bool has_tag(const Article& article, const std::string& tag) {
  return std::ranges::find(article.tags, tag) != article.tags.end();
}

std::string rule_of(const Article& article, const std::string& field) {
  for (const Provenance& one : article.provenance) {
    if (one.field == field) return one.from;
  }
  return {};
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
  for (const char* title :
       {"GPT-4 arrives", "gpt4", "the GPT 4's price", "Open-Weights for all", "大模型训练", "모델을 배포"}) {
    INFO(title);
    CHECK(topics.score(title, "").size() == 1);
  }
  for (const char* title : {"GPT-40", "gpt", "opening weights", "chatgpt 4"}) {
    INFO(title);
    CHECK(topics.score(title, "").empty());
  }
}

TEST_CASE("topics: what is excluded, required and rejected", "[topics]") {
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

TEST_CASE("topics: a feed's own words are known by label and alias", "[topics]") {
  const Topics topics = shipped_topics();
  CHECK(topics.label_for(TopicKind::Category, "Open Source") == "open-source");
  CHECK(topics.label_for(TopicKind::Category, "Tutorials") == "tutorial");
  CHECK(topics.label_for(TopicKind::Tag, "GPUs") == "gpu");
  CHECK(topics.label_for(TopicKind::Tag, "gardening").empty());
  CHECK(topics.labels(TopicKind::Category).size() == 10);
}

TEST_CASE("enrich: the title's plain word beats the text, and the rule is told", "[enrich]") {
  const Article article =
      enriched("PyTorch 2.11 Release Blog", "Kubernetes clusters and deployment are mentioned, too.");
  CHECK(article.category == "release");
  CHECK(rule_of(article, "category").starts_with("topics.json: title '"));
}

TEST_CASE("enrich: a feed's category decides where the title does not", "[enrich]") {
  const Article article = enriched("On the nature of things", "Some text.", {"Tutorials"});
  CHECK(article.category == "tutorial");
  CHECK(rule_of(article, "category") == "feed: Tutorials");
}

TEST_CASE("enrich: an article that no rule fits has no category and no tag", "[enrich]") {
  const Article article = enriched("My holiday", "We went to the sea and it was fine.");
  CHECK(article.category.empty());
  CHECK(article.tags.empty());
  CHECK(rule_of(article, "category").empty());
}

TEST_CASE("enrich: no safety on a post about LayerNorm kernels", "[enrich]") {
  const Article article =
      enriched("Fused LayerNorm kernels on GPUs",
               "We fuse LayerNorm into one CUDA kernel. Memory safety and numerical stability are kept.");
  CHECK_FALSE(has_tag(article, "safety"));
  CHECK(has_tag(article, "gpu"));
}

TEST_CASE("enrich: a page's keywords count when its text says so", "[enrich]") {
  CHECK(has_tag(enriched("Notes", "All about CUDA streams.", {}, {"GPU"}), "gpu"));
  CHECK_FALSE(has_tag(enriched("Notes", "All about gardens.", {}, {"GPU"}), "gpu"));
}

TEST_CASE("enrich: a keyword for a tool makes no article about tools", "[enrich]") {
  CHECK(enriched("On the hearing of parrots", "They hear well.", {}, {"PyTorch"}).category.empty());
  CHECK(
      enriched("On the hearing of parrots", "We used pytorch, as pytorch is a framework.", {}, {"PyTorch"}).category ==
      "frameworks");
}

TEST_CASE("enrich: what is nearly certain is a category where nothing else comes near", "[enrich]") {
  const auto topics = topics_of(R"({"categories":[
    {"label":"api","phrases":{"endpoint":1},"threshold":5},
    {"label":"infra","phrases":{"cluster":1},"threshold":5}],"tags":[]})");
  const auto category = [&](const std::string& text) {
    Article article;
    article.title = "A note";
    article.text = text;
    enrich::enrich(article, topics, {}, {});
    return article.category;
  };
  CHECK(category("An endpoint, and an endpoint again.") == "api");
  CHECK(category("An endpoint, and an endpoint; a cluster, and a cluster.").empty());
}

TEST_CASE("enrich: at most five tags", "[enrich]") {
  const Article article =
      enriched("LLM inference, quantization, RAG, GPU training, diffusion, robotics and speech agents", "");
  CHECK(article.tags.size() == 5);
}

TEST_CASE("enrich: a missing title is the text's first words", "[enrich]") {
  const Article article =
      enriched("", "One two three four five six seven eight nine ten eleven twelve thirteen.\n\nMore.");
  CHECK(article.title == "One two three four five six seven eight nine ten eleven twelve…");
  CHECK(rule_of(article, "title") == "first words");
  CHECK(enriched("", "").title == "https://example.org/a");
}

TEST_CASE("enrich: doing it twice changes nothing", "[enrich]") {
  Article once = enriched("Serving LLMs on Kubernetes", "vLLM on Kubernetes clusters, GPU autoscaling.");
  Article twice = once;
  enrich::enrich(twice, shipped_topics(), {}, {});
  CHECK(once.tags == twice.tags);
  CHECK(once.provenance == twice.provenance);
}

TEST_CASE("enrich: words and minutes when they are not yet counted", "[enrich]") {
  const Article article = enriched("T", "one two three four");
  CHECK(article.words == 4);
  CHECK(article.reading_minutes == 1);
}
