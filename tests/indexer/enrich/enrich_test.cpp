// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/enrich.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "shared/base/file.h"
#include "tests/support/source_tree.h"

using namespace trawl;
using namespace trawl::enrich;

namespace {

Topics parsed_topics(const std::string& json) {
  auto topics = Topics::parse(json);
  REQUIRE(topics);
  return *topics;
}

Topics read_shipped_topics() {
  const auto json = read_file(trawl::test::in_source_tree("schema/topics.json"));
  REQUIRE(json);
  return parsed_topics(*json);
}

Article enriched(const std::string& title, const std::string& text, const std::vector<std::string>& categories = {},
                 const std::vector<std::string>& keywords = {}) {
  Article article;
  article.url = "https://example.org/a";
  article.title = title;
  article.text = text;
  enrich::enrich(article, read_shipped_topics(), categories, keywords);
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

TEST_CASE("enrich: a strong phrase in the title beats the text, and provenance names the rule", "[enrich]") {
  const Article article =
      enriched("PyTorch 2.11 Release Blog", "Kubernetes clusters and deployment are mentioned, too.");
  CHECK(article.category == "release");
  CHECK(rule_of(article, "category").starts_with("topics.json: title '"));
}

TEST_CASE("enrich: an article that no rule fits has neither a category nor a tag", "[enrich]") {
  const Article article = enriched("My holiday", "We went to the sea and it was fine.");
  CHECK(article.category.empty());
  CHECK(article.tags.empty());
  CHECK(rule_of(article, "category").empty());
}

TEST_CASE("enrich: every category has a confidence, and a guess less than a rule", "[enrich]") {
  const auto confidence = [](const Article& article) {
    for (const Provenance& one : article.provenance) {
      if (one.field == "category") return one.confidence_percent;
    }
    return 0;
  };
  const int strong = confidence(enriched("PyTorch 2.11 Release Blog", ""));
  const int of_feed = confidence(enriched("On the nature of things", "Some text.", {"Tutorials"}));
  const int guessed = confidence(enriched("On birds", "They hear a distribution of tones with some probability."));
  CHECK(strong < 100);
  CHECK(strong > of_feed);
  CHECK(of_feed > guessed);
  CHECK(guessed > 0);
}

TEST_CASE("enrich: an article about LayerNorm kernels is not tagged safety", "[enrich]") {
  const Article article =
      enriched("Fused LayerNorm kernels on GPUs",
               "We fuse LayerNorm into one CUDA kernel. Memory safety and numerical stability are kept.");
  CHECK_FALSE(has_tag(article, "safety"));
  CHECK(has_tag(article, "gpu"));
}

TEST_CASE("enrich: the classes of a paper are the publisher's own labels", "[enrich]") {
  const Article article = enriched("Agents on roads", "Subjects: Computer Vision (cs.CV); Robotics (cs.RO)");
  CHECK(article.category == "research");
  CHECK(has_tag(article, "vision"));
  CHECK(has_tag(article, "robotics"));
}

TEST_CASE("enrich: a subject mentioned once or twice does not become a tag", "[enrich]") {
  CHECK_FALSE(has_tag(enriched("A note", "Quantization. Quantized."), "quantization"));
  CHECK(has_tag(enriched("A note", "Quantization. Quantized. Quantize!"), "quantization"));
  CHECK(has_tag(enriched("Quantization", ""), "quantization"));
}

TEST_CASE("enrich: phrases are found in traditional characters", "[enrich]") {
  CHECK(has_tag(enriched("強化學習", ""), "reinforcement-learning"));
}

TEST_CASE("enrich: a keyword for a tool does not make an article about tools", "[enrich]") {
  CHECK(enriched("On the hearing of parrots", "They hear well.", {}, {"PyTorch"}).category != "frameworks");
  CHECK(
      enriched("On the hearing of parrots", "We used pytorch, as pytorch is a framework.", {}, {"PyTorch"}).category ==
      "frameworks");
}

TEST_CASE("enrich: an article that nothing but one phrase of its text points to a category has none", "[enrich]") {
  const auto topics = parsed_topics(R"({"categories":[
    {"label":"api","phrases":{"endpoint":1,"webhook":1},"threshold":2},
    {"label":"infra","phrases":{"cluster":1,"pod":1},"title_phrases":{"deploy":5},"threshold":2}],"tags":[]})");
  const auto labelled = [&](const std::string& title, const std::string& text) {
    Article article;
    article.title = title;
    article.text = text;
    enrich::enrich(article, topics, {}, {});
    return article.category + " by " + rule_of(article, "category");
  };
  CHECK(labelled("A note", "An endpoint, and an endpoint again, and one more endpoint.") == " by ");
  CHECK(labelled("A note", "An endpoint with a webhook.") == "api by topics.json: text 'endpoint'");
  CHECK(labelled("Deploy it", "Nothing more.") == "infra by topics.json: title 'deploy'");
  CHECK(labelled("A note", "Nothing of the kind.") == " by ");
}

TEST_CASE("enrich: a missing title is replaced by the first words of the text, or the address", "[enrich]") {
  const Article article =
      enriched("", "One two three four five six seven eight nine ten eleven twelve thirteen.\n\nMore.");
  CHECK(article.title == "One two three four five six seven eight nine ten eleven twelve…");
  CHECK(rule_of(article, "title") == "first words");
  CHECK(enriched("", "").title == "https://example.org/a");
}

TEST_CASE("enrich: enriching twice changes nothing", "[enrich]") {
  Article once = enriched("Serving LLMs on Kubernetes", "vLLM on Kubernetes clusters, GPU autoscaling.");
  Article twice = once;
  enrich::enrich(twice, read_shipped_topics(), {}, {});
  CHECK(once.tags == twice.tags);
  CHECK(once.provenance == twice.provenance);
}

TEST_CASE("enrich: words and minutes are counted if they are missing", "[enrich]") {
  const Article article = enriched("T", "one two three four");
  CHECK(article.words == 4);
  CHECK(article.reading_minutes == 1);
}

TEST_CASE("enrich: a title is made from at most twelve words and eighty characters of the first paragraph",
          "[enrich]") {
  struct Row {
    const char* text;
    const char* title;
  };
  const Row rows[] = {
      {"One two.", "One two."},
      {"One two.\n\nThree.", "One two."},
      {"One two\nthree", "One two"},
      {"\n\n  One two.", "One two."},
      {"a b c d e f g h i j k l", "a b c d e f g h i j k l"},
      {"a b c d e f g h i j k l m", "a b c d e f g h i j k l…"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(enriched("", row.text).title == row.title);
  }
  std::string characters;
  for (int i = 0; i < 100; ++i) characters += "字";
  CHECK(enriched("", characters).title == characters.substr(0, 80 * 3) + "…");
  CHECK(enriched("", characters.substr(0, 80 * 3)).title == characters.substr(0, 80 * 3));
}

TEST_CASE("enrich: an existing title is kept, with its provenance", "[enrich]") {
  Article article;
  article.title = "A title";
  article.text = "Some text.";
  article.provenance = {{"title", "h1"}, {"category", "old"}, {"tags", "old"}, {"authors", "byline"}};
  enrich::enrich(article, read_shipped_topics(), {}, {});
  CHECK(article.title == "A title");
  CHECK(article.provenance == std::vector<Provenance>{{"title", "h1"}, {"authors", "byline"}});
}

TEST_CASE("enrich: category and tags of an earlier run are replaced", "[enrich]") {
  Article article;
  article.title = "My holiday";
  article.category = "release";
  article.tags = {"gpu", "llm"};
  enrich::enrich(article, read_shipped_topics(), {}, {});
  CHECK(article.category.empty());
  CHECK(article.tags.empty());
}

TEST_CASE("enrich: provenance names the rule of every tag", "[enrich]") {
  const auto topics =
      parsed_topics(R"({"tags":[{"label":"gpu","phrases":{"cuda":1}},{"label":"rag","phrases":{"rag":1}}]})");
  Article article;
  article.title = "CUDA and RAG";
  enrich::enrich(article, topics, {}, {});
  CHECK(article.tags == std::vector<std::string>{"gpu", "rag"});
  CHECK(rule_of(article, "tags") == "gpu by topics.json: title 'cuda'; rag by topics.json: title 'rag'");
}

TEST_CASE("enrich: existing words and minutes are kept", "[enrich]") {
  Article article;
  article.text = "one two";
  article.words = 900;
  article.reading_minutes = 4;
  enrich::enrich(article, read_shipped_topics(), {}, {});
  CHECK(article.words == 900);
  CHECK(article.reading_minutes == 4);
}
