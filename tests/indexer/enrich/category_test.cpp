// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/enrich.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::enrich;

namespace {

Topics vocabulary() {
  auto topics = Topics::parse(R"({"categories":[{"label":"tutorial","aliases":["How-To"]},{"label":"infra"}],
    "tags":[{"label":"gpu","aliases":["GPUs"]},{"label":"rag"},{"label":"llm"}]})");
  REQUIRE(topics);
  return *topics;
}

TopicScore category(const char* label, double score, double needed, const char* rule) {
  return {label, TopicKind::Category, score, needed, score >= needed, true, rule};
}

TopicScore tag(const char* label, const char* rule, bool is_certain = true) {
  return {label, TopicKind::Tag, is_certain ? 9.0 : 1.0, 4, is_certain, is_certain, rule};
}

/// "label by rule", or "none".
std::string chosen(const std::vector<TopicScore>& scores, const std::vector<std::string>& feed = {},
                   const std::vector<std::string>& page = {}) {
  const auto label = choose_category(vocabulary(), scores, feed, page);
  return label ? label->label + " by " + label->rule : "none";
}

std::string tags(const std::vector<TopicScore>& scores, const std::vector<std::string>& feed = {},
                 const std::vector<std::string>& page = {}) {
  std::string out;
  for (const AssignedLabel& label : choose_tags(vocabulary(), scores, feed, page)) {
    out += (out.empty() ? "" : ", ") + label.label + " by " + label.rule;
  }
  return out;
}

} // namespace

TEST_CASE("category: the publisher's own counts more than a title, and a strong title more than keywords",
          "[category]") {
  CHECK(chosen({category("infra", 14, 4, "title 'cluster'")}, {"How to"}) == "tutorial by feed: How to");
  const TopicScore other = category("tutorial", 4, 4, "text 'step'");
  CHECK(chosen({category("infra", 12, 4, "title 'cluster'"), other}, {}, {"How to"}) ==
        "infra by topics.json: title 'cluster'");
  CHECK(chosen({category("infra", 11, 4, "title 'cluster'"), other}, {}, {"How to"}) == "tutorial by page: How to");
  CHECK(chosen({category("infra", 12, 4, "text 'cluster'"), other}, {}, {"How to"}) == "tutorial by page: How to");
}

TEST_CASE("category: the first known category of the feed is taken", "[category]") {
  CHECK(chosen({}, {"Gardening", "Infra", "Tutorial"}) == "infra by feed: Infra");
}

TEST_CASE("category: a keyword of the page needs support from the article", "[category]") {
  CHECK(chosen({}, {}, {"Infra"}) == "none");
  CHECK(chosen({category("infra", 1.9, 4, "text 'cluster'")}, {}, {"Infra"}) == "infra by guess: text 'cluster'");
  CHECK(chosen({category("infra", 2.0, 4, "text 'cluster'")}, {}, {"Infra"}) == "infra by page: Infra");
}

TEST_CASE("category: what is not certain must lead, and what points to two points to none", "[category]") {
  CHECK(chosen({category("infra", 1, 4, "text 'cluster'")}) == "infra by guess: text 'cluster'");
  CHECK(chosen({category("infra", 0.5, 4, "text 'cluster'")}) == "none");
  CHECK(chosen({category("infra", 2.7, 4, "text 'a'"), category("tutorial", 2.0, 4, "text 'b'")}) ==
        "infra by guess: text 'a'");
  CHECK(chosen({category("infra", 2.5, 4, "text 'a'"), category("tutorial", 2.0, 4, "text 'b'")}) == "none");
  CHECK(chosen({category("infra", 3, 6, "text 'a'"), category("tutorial", 2.9, 4, "text 'b'")}) ==
        "tutorial by guess: text 'b'"); // nearer to its threshold
}

TEST_CASE("category: one phrase of the text decides nothing", "[category]") {
  TopicScore habit = category("tutorial", 5, 4, "text 'in this post'");
  habit.is_certain = habit.is_founded = false;
  CHECK(chosen({habit}) == "none");
  CHECK(chosen({habit, category("infra", 1, 4, "text 'cluster'")}) == "infra by guess: text 'cluster'");
  CHECK(chosen({habit}, {}, {"How to"}) == "tutorial by page: How to"); // which the publisher says, too
}

TEST_CASE("category: a certain category wins over a higher score that is not certain", "[category]") {
  CHECK(chosen({category("infra", 5, 6, "text 'a'"), category("tutorial", 4, 4, "title 'b'")}) ==
        "tutorial by topics.json: title 'b'");
}

TEST_CASE("tags: title, then feed and page, then text", "[tags]") {
  CHECK(tags({tag("rag", "text 'rag'"), tag("llm", "title 'llm'"), tag("gpu", "text 'cuda'", false)}, {"GPUs"}) ==
        "llm by topics.json: title 'llm', gpu by feed: GPUs, rag by topics.json: text 'rag'");
}

TEST_CASE("tags: names of feed and page count only if the article mentions the topic", "[tags]") {
  CHECK(tags({}, {"GPUs"}, {"rag"}).empty());
  CHECK(tags({tag("gpu", "text 'cuda'", false)}, {}, {"GPUs"}) == "gpu by page: GPUs");
}

TEST_CASE("tags: a page with more than twelve keywords is not trusted", "[tags]") {
  std::vector<std::string> keywords(12, "other");
  keywords.back() = "GPUs";
  CHECK(tags({tag("gpu", "text 'cuda'", false)}, {}, keywords) == "gpu by page: GPUs");
  keywords.push_back("other");
  CHECK(tags({tag("gpu", "text 'cuda'", false)}, {}, keywords).empty());
}

TEST_CASE("category: the best category may come after tags", "[category]") {
  CHECK(chosen({tag("gpu", "title 'cuda'"), category("infra", 4, 4, "text 'cluster'")}) ==
        "infra by topics.json: text 'cluster'");
  CHECK(
      chosen({category("infra", 2.9, 4, "text 'a'"), tag("gpu", "text 'b'"), category("tutorial", 2, 4, "text 'c'")}) ==
      "infra by guess: text 'a'"); // the tag between them does not hide the second category
}

TEST_CASE("tags: at most five, each once", "[tags]") {
  std::string json = R"({"tags":[)";
  std::vector<TopicScore> scores;
  for (const char* label : {"a", "b", "c", "d", "e", "f"}) {
    json += (scores.empty() ? "" : ",") + std::string(R"({"label":")") + label + "\"}";
    scores.push_back(tag(label, "title 'x'"));
    scores.push_back(tag(label, "text 'x'"));
  }
  const auto topics = Topics::parse(json + "]}");
  REQUIRE(topics);
  std::string labels;
  for (const AssignedLabel& label : choose_tags(*topics, scores, {"F", "a"}, {"f"})) labels += label.label;
  CHECK(labels == "abcde");
  CHECK(labels.size() == kMaxTags);
}

TEST_CASE("tags: a score that is not certain gives no tag by itself, nor does a category", "[tags]") {
  CHECK(tags({tag("gpu", "title 'cuda'", false)}).empty());
  CHECK(tags({category("infra", 9, 4, "title 'cluster'")}, {"Infra"}).empty());
}
