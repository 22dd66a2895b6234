// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/catalogue.h"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "shared/base/file.h"

using namespace trawl;
using namespace trawl::schema;

namespace {

std::string mistake(const std::string& fields) {
  const auto parsed = parse_catalogue(
      R"({"sources": [{"id": "a", "homepage": "https://a.example/", "kind": "feed", )" + fields + "}]}", "my.json");
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().code == ErrorCode::BadInput);
  return parsed.error().where + ": " + parsed.error().what;
}

std::vector<SourceDefinition> shipped() {
  const auto text = read_file(std::string(TRAWL_SOURCE_DIR) + "/schema/sources.json");
  REQUIRE(text);
  auto parsed = parse_catalogue(*text, "schema/sources.json");
  REQUIRE(parsed);
  return std::move(*parsed);
}

// As readers know them, in the order of their names.
const std::vector<std::string> kLabels{"Ahead of AI (Sebastian Raschka)",
                                       "Anthropic News",
                                       "Apple Machine Learning Research",
                                       "Ars Technica AI",
                                       "AWS Machine Learning Blog",
                                       "Cerebras Blog",
                                       "Cohere Blog",
                                       "CrewAI Blog",
                                       "DeepSeek Blog",
                                       "Distill.pub",
                                       "fast.ai Blog",
                                       "Fireworks AI Blog",
                                       "Google AI Blog",
                                       "Google Cloud AI Blog",
                                       "Google DeepMind Blog",
                                       "Groq Blog",
                                       "Haystack (deepset) Blog",
                                       "Hugging Face Blog",
                                       "Import AI (Jack Clark)",
                                       "LangChain Blog",
                                       "LangFuse Blog",
                                       "Lil'Log (Lilian Weng)",
                                       "LlamaIndex Blog",
                                       "Meta AI Blog",
                                       "Microsoft AutoGen Blog",
                                       "Microsoft Research Blog",
                                       "Mistral AI News",
                                       "MIT Technology Review",
                                       "Modal Blog",
                                       "n8n Blog",
                                       "Nathan Lambert (RLHF)",
                                       "NVIDIA Developer Blog",
                                       "Ollama Blog",
                                       "OpenAI Blog",
                                       "Perplexity AI Blog",
                                       "PyTorch Blog",
                                       "Replicate Blog",
                                       "Simon Willison Blog",
                                       "TensorFlow Blog",
                                       "The Batch (DeepLearning.AI)",
                                       "The Gradient",
                                       "The Verge AI",
                                       "Together AI Blog",
                                       "VentureBeat AI",
                                       "vLLM Blog",
                                       "Weights & Biases Blog",
                                       "Wired AI",
                                       "xAI (Grok) Blog"};

} // namespace

TEST_CASE("catalogue: an error names file, entry and field", "[schema]") {
  CHECK(mistake(R"("url": "ftp://a")") == "my.json, source 1 (a): \"url\" is not an http or https URL");
  CHECK(mistake(R"("note": "x")") == "my.json, source 1 (a): has no \"url\"");
  CHECK(mistake(R"("url": "https://a", "artcle_pattern": "x")") ==
        "my.json, source 1 (a): \"artcle_pattern\" is not a known member");
  CHECK(mistake(R"("url": "https://a", "rules": [])") == "my.json, source 1 (a): \"rules\" is not an object");
  CHECK(mistake(R"("url": "https://a", "rules": {"date": 1})") ==
        "my.json, source 1 (a): \"rules\": \"date\" is not a string");
  CHECK(mistake(R"("url": "https://a", "fallback": {"kind": "feeds", "url": "https://a"})") ==
        "my.json, source 1 (a), fallback: \"kind\" must be feed, sitemap or page_list");
}

TEST_CASE("catalogue: a file that is not a list of sources is refused", "[schema]") {
  const auto what = [](const char* json) { return parse_catalogue(json, "my.json").error().what; };
  CHECK(what("{\"sources\": [") == "is not valid JSON (byte 14)");
  CHECK(what("[]") == "has no list \"sources\"");
  CHECK(what("{\"sources\": {}}") == "has no list \"sources\"");
  CHECK(what("{\"sources\": [7]}") == "is not an object");
  const std::string one = R"({"id": "a", "homepage": "https://a", "kind": "feed", "url": "https://a"})";
  CHECK(parse_catalogue("{\"sources\": [" + one + "]}", "my.json"));
  CHECK(what(("{\"sources\": [" + one + "," + one + "]}").c_str()) == "\"id\" a is used twice");
}

TEST_CASE("catalogue: what is written is read back", "[schema]") {
  SourceDefinition source;
  source.id = "a";
  source.label = "A & B";
  source.homepage = "https://a.example/";
  source.seed = {SourceKind::PageList, "https://a.example/blog"};
  source.fallback = Seed{SourceKind::Sitemap, "https://a.example/sitemap.xml"};
  source.article_pattern = "^https://a\\.example/blog/.+";
  source.exclude_patterns = {"/tag/"};
  source.rules = {{"content", "main > .text"}, {"remove", "[class*='promo']"}};
  source.fetch_pages = source.enabled = false;
  source.language = "de";
  const auto json = to_json({source});
  const auto back = parse_catalogue(json, "x");
  REQUIRE(back);
  CHECK(back->at(0).rules == source.rules);
  CHECK(back->at(0).fallback->url == source.fallback->url);
  CHECK(to_json(*back) == json);
}

TEST_CASE("catalogue: the installed one has 48 sources with different seeds", "[schema]") {
  const auto sources = shipped();
  std::vector<std::string> labels;
  for (const auto& source : sources) labels.push_back(source.label);
  CHECK(labels == kLabels);
  const auto has_feed = [](const SourceDefinition& source) { return source.seed.kind == SourceKind::Feed; };
  CHECK(std::ranges::count_if(sources, has_feed) == 36);
  std::set<std::string> seeds;
  for (const auto& source : sources) {
    INFO(source.id);
    CHECK(source.homepage.starts_with("https://"));
    CHECK(seeds.insert(source.seed.url).second);
    // A sitemap or list names everything on a site, so what is an article must be said.
    CHECK((has_feed(source) || !source.article_pattern.empty()));
    CHECK((has_feed(source) || source.fetch_pages));
  }
}
