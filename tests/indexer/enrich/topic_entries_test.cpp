// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/topics.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::enrich;

namespace {

std::vector<TopicEntry> entries(const std::string& json) {
  auto parsed = parse_topic_entries(json, "file.json");
  REQUIRE(parsed);
  return std::move(*parsed);
}

std::string problem(const std::string& entry) {
  const auto parsed = parse_topic_entries("{\"tags\":[" + entry + "]}", "file.json");
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().code == ErrorCode::BadInput);
  return parsed.error().what;
}

} // namespace

TEST_CASE("topic entries: a missing field has its default", "[topic_entries]") {
  const auto list = entries(R"({"tags":[{"label":"gpu"}]})");
  REQUIRE(list.size() == 1);
  CHECK(list[0].kind == TopicKind::Tag);
  CHECK(list[0].label == "gpu");
  CHECK(list[0].aliases.empty());
  CHECK(list[0].phrases.empty());
  CHECK_FALSE(list[0].has_requirements);
  CHECK(list[0].title_factor == 4);
  CHECK(list[0].threshold == 4);
  CHECK(list[0].prior == 0);
}

TEST_CASE("topic entries: a prior is a positive number of a category", "[topic_entries]") {
  CHECK(entries(R"({"categories":[{"label":"infra","prior":0.4}]})")[0].prior == 0.4);
  CHECK(problem(R"({"label":"gpu","prior":0.4})") == "\"prior\" is for categories only");
  CHECK_FALSE(parse_topic_entries(R"({"categories":[{"label":"infra","prior":-1}]})", "f"));
}

TEST_CASE("topic entries: every field is read", "[topic_entries]") {
  const auto list = entries(R"({"categories":[{"label":"infra","aliases":["Ops","DevOps"],"phrases":{"cluster":2.5},
    "title_phrases":{"outage":3},"requires":["server"],"excludes":["star cluster"],"rejects":["holiday"],
    "title_factor":2,"threshold":7.5}]})");
  REQUIRE(list.size() == 1);
  const TopicEntry& entry = list[0];
  CHECK(entry.kind == TopicKind::Category);
  CHECK(entry.aliases == std::vector<std::string>{"Ops", "DevOps"});
  REQUIRE(entry.phrases.size() == 2);
  CHECK(entry.phrases[0].text == "cluster");
  CHECK(entry.phrases[0].weight == 2.5);
  CHECK_FALSE(entry.phrases[0].title_only);
  CHECK(entry.phrases[1].text == "outage");
  CHECK(entry.phrases[1].title_only);
  CHECK(entry.requirements == std::vector<std::string>{"server"});
  CHECK(entry.has_requirements);
  CHECK(entry.exclusions == std::vector<std::string>{"star cluster"});
  CHECK(entry.rejections == std::vector<std::string>{"holiday"});
  CHECK(entry.title_factor == 2);
  CHECK(entry.threshold == 7.5);
}

TEST_CASE("topic entries: categories come first, each list in the order of the file", "[topic_entries]") {
  std::string labels;
  for (const TopicEntry& entry : entries(R"({"tags":[{"label":"b"},{"label":"a"}],
      "categories":[{"label":"model"},{"label":"api"}]})")) {
    labels += entry.label + " ";
  }
  CHECK(labels == "model api b a ");
}

TEST_CASE("topic entries: a category and a tag may have the same label", "[topic_entries]") {
  CHECK(entries(R"({"categories":[{"label":"agents"}],"tags":[{"label":"agents"}]})").size() == 2);
}

TEST_CASE("topic entries: a file may have comments, and no entries at all", "[topic_entries]") {
  CHECK(entries("// a comment\n{/* another */}").empty());
  CHECK(entries(R"({"tags":[],"categories":[]})").empty());
}

TEST_CASE("topic entries: the ten categories and no others", "[topic_entries]") {
  for (const char* label : {"api", "agents", "frameworks", "hardware", "infra", "model", "open-source", "release",
                            "research", "tutorial"}) {
    CAPTURE(label);
    CHECK(parse_topic_entries("{\"categories\":[{\"label\":\"" + std::string(label) + "\"}]}", "f"));
  }
  for (const char* label : {"agent", "opinion", "news"}) {
    CAPTURE(label);
    CHECK_FALSE(parse_topic_entries("{\"categories\":[{\"label\":\"" + std::string(label) + "\"}]}", "f"));
  }
}

TEST_CASE("topic entries: a label has lower-case letters, digits and hyphens", "[topic_entries]") {
  for (const char* label : {"a", "gpt-4", "3d", "-"}) {
    CAPTURE(label);
    CHECK(parse_topic_entries("{\"tags\":[{\"label\":\"" + std::string(label) + "\"}]}", "f"));
  }
  for (const char* label : {"", "GPU", "a b", "a_b", "é", "a.b"}) {
    CAPTURE(label);
    CHECK(problem("{\"label\":\"" + std::string(label) + "\"}") == "\"label\" may only contain a-z, 0-9 and -");
  }
}

TEST_CASE("topic entries: weights, factor and threshold are positive numbers", "[topic_entries]") {
  for (const char* value : {"0", "-1", "\"2\"", "null", "true", "[]"}) {
    CAPTURE(value);
    const std::string number(value);
    CHECK(problem(R"({"label":"a","threshold":)" + number + "}") == "\"threshold\" is not a positive number");
    CHECK(problem(R"({"label":"a","title_factor":)" + number + "}") == "\"title_factor\" is not a positive number");
    CHECK(problem(R"({"label":"a","title_phrases":{"x":)" + number + "}}") ==
          "\"title_phrases\": the weight of \"x\" is not a positive number");
  }
  CHECK(parse_topic_entries(R"({"tags":[{"label":"a","threshold":0.5,"phrases":{"x":1e-3}}]})", "f"));
}

TEST_CASE("topic entries: the first of several mistakes is reported", "[topic_entries]") {
  CHECK(problem(R"({"label":"a","threshold":0,"aliases":7})") == "\"aliases\" is not a list");
  CHECK(problem(R"({"nolabel":1,"phrases":7})") == "unknown field \"nolabel\"");
}
