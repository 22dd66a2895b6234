// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/schema/catalogue.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "shared/base/file.h"
#include "tests/support/source_tree.h"

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
  const auto text = read_file(trawl::test::in_source_tree("schema/sources.json"));
  REQUIRE(text);
  auto parsed = parse_catalogue(*text, "schema/sources.json");
  REQUIRE(parsed);
  return std::move(*parsed);
}

// The labels that readers see, in alphabetical order.
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

TEST_CASE("catalogue: each member has its type, and only the first mistake is named", "[schema]") {
  struct Row {
    std::string members, want;
  };
  for (const Row& row :
       std::vector<Row>{{R"("url": 1)", R"("url" is not a string)"},
                        {R"("url": null)", R"(has no "url")"},
                        {R"("url": "https://a", "label": 1)", R"("label" is not a string)"},
                        {R"("url": "https://a", "enabled": "yes")", R"("enabled" is not true or false)"},
                        {R"("url": "https://a", "fetch_pages": 0)", R"("fetch_pages" is not true or false)"},
                        {R"("url": "https://a", "places": ["https://a/b", "a.example"])",
                         R"("places" holds an item that is not an http or https URL)"},
                        {R"("url": "https://a", "exclude_patterns": "/tag/")", R"("exclude_patterns" is not a list)"},
                        {R"("url": "https://a", "exclude_patterns": ["/tag/", 1])",
                         R"("exclude_patterns" holds an item that is not a string)"},
                        {R"("url": "https://a", "fallback": 1)", "is not an object"},
                        {R"("url": "https://a", "fallback": {"kind": "feed"})", R"(has no "url")"},
                        {R"("url": "https://a", "fallback": {"kind": "feed", "url": "https://a", "id": "b"})",
                         R"("id" is not a known member)"},
                        {R"("url": "https://a", "label": 1, "language": 1)", R"("label" is not a string)"}}) {
    INFO(row.members);
    CHECK(mistake(row.members).ends_with(": " + row.want));
  }
}

TEST_CASE("catalogue: an id is required, and has at most 40 lower-case letters, digits and hyphens", "[schema]") {
  const auto read = [](const std::string& id) {
    return parse_catalogue(R"({"sources": [{"id": ")" + id +
                               R"(", "homepage": "https://a", "kind": "feed", "url": "https://a"}]})",
                           "my.json");
  };
  CHECK(read(std::string(40, 'a')));
  CHECK(read("n8n-blog"));
  for (const std::string& id : {std::string(41, 'a'), std::string("A"), std::string("a b"), std::string("a_b")}) {
    INFO(id);
    REQUIRE_FALSE(read(id));
    CHECK(read(id).error().where == "my.json, source 1 (" + id + ")");
  }
  const auto without =
      parse_catalogue(R"({"sources": [{"homepage": "https://a", "kind": "feed", "url": "https://a"}]})", "my.json");
  REQUIRE_FALSE(without);
  CHECK(without.error().what == R"(has no "id")");
  CHECK(without.error().where == "my.json, source 1");
}

TEST_CASE("catalogue: missing members have defaults, and null counts as missing", "[schema]") {
  for (const std::string& rest :
       {std::string(),
        std::string(R"(, "label": null, "fallback": null, "article_pattern": null, "exclude_patterns": null,
                                       "fetch_pages": null, "enabled": null, "language": null, "rules": null, "note": null)")}) {
    INFO(rest);
    const auto parsed = parse_catalogue(
        R"({"sources": [{"id": "a", "homepage": "http://a", "kind": "sitemap", "url": "http://a")" + rest + "}]}",
        "my.json");
    REQUIRE(parsed);
    const SourceDefinition& source = parsed->at(0);
    CHECK(source.label == "a"); // the id
    CHECK(source.seed.kind == SourceKind::Sitemap);
    CHECK_FALSE(source.fallback);
    CHECK(source.article_pattern.empty());
    CHECK(source.exclude_patterns.empty());
    CHECK(source.fetch_pages);
    CHECK(source.enabled);
    CHECK(source.language.empty());
    CHECK(source.rules.empty());
    CHECK(source.note.empty());
  }
}

TEST_CASE("catalogue: sources keep their order, and the error names the entry by its number", "[schema]") {
  const auto entry = [](const std::string& id) {
    return R"({"id": ")" + id + R"(", "homepage": "https://a", "kind": "feed", "url": "https://a"})";
  };
  const auto parsed = parse_catalogue("{\"sources\": [" + entry("z") + "," + entry("a") + "]}", "my.json");
  REQUIRE(parsed);
  REQUIRE(parsed->size() == 2);
  CHECK(parsed->at(0).id == "z");
  CHECK(parsed->at(1).id == "a");
  CHECK(parse_catalogue("{\"sources\": [" + entry("z") + ",{}]}", "my.json").error().where == "my.json, source 2");
  CHECK(parse_catalogue("{\"sources\": []}", "my.json")->empty());
}

TEST_CASE("catalogue: the JSON Schema allows the members that are read, and no others", "[schema]") {
  const auto text = read_file(trawl::test::in_source_tree("schema/sources.schema.json"));
  REQUIRE(text);
  const auto properties = nlohmann::json::parse(*text).at("$defs").at("source").at("properties");
  const nlohmann::json source = {{"id", "a"}, {"homepage", "https://a"}, {"kind", "feed"}, {"url", "https://a"}};
  for (const auto& [name, property] : properties.items()) {
    INFO(name);
    auto with_member = source;
    if (!with_member.contains(name)) with_member[name] = nullptr;
    CHECK(parse_catalogue(nlohmann::json({{"sources", nlohmann::json::array({with_member})}}).dump(), "my.json"));
  }
  CHECK(properties.size() == 14);
}

TEST_CASE("catalogue: a file that is not a list of sources is refused", "[schema]") {
  const auto what = [](const char* json) { return parse_catalogue(json, "my.json").error().what; };
  CHECK(what("{\"sources\": [") == "is not valid JSON (byte 14)");
  CHECK(what("[]") == "has no list \"sources\"");
  CHECK(parse_catalogue("[]", "my.json").error().hint == "see lib/trawl/sources.schema.json"); // as installed
  CHECK(what("{\"sources\": {}}") == "has no list \"sources\"");
  CHECK(what("{\"sources\": [7]}") == "is not an object");
  const std::string one = R"({"id": "a", "homepage": "https://a", "kind": "feed", "url": "https://a"})";
  CHECK(parse_catalogue("{\"sources\": [" + one + "]}", "my.json"));
  CHECK(what(("{\"sources\": [" + one + "," + one + "]}").c_str()) == "\"id\" a is used twice");
}

TEST_CASE("catalogue: a written catalogue is read back unchanged", "[schema]") {
  SourceDefinition source;
  source.id = "a";
  source.label = "A & B";
  source.homepage = "https://a.example/";
  source.seed = {SourceKind::PageList, "https://a.example/blog"};
  source.fallback = Seed{SourceKind::Sitemap, "https://a.example/sitemap.xml"};
  source.article_pattern = "^https://a\\.example/blog/.+";
  source.exclude_patterns = {"/tag/"};
  source.places = {"https://old.example/", "https://a.example/b"};
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

TEST_CASE("catalogue: written text that is not UTF-8 is repaired, so that it can be read back", "[schema]") {
  SourceDefinition source;
  source.id = "a";
  source.label = "caf\xE9";
  source.homepage = source.seed.url = "https://a.example/";
  const auto back = parse_catalogue(to_json({source}), "x");
  REQUIRE(back);
  CHECK(back->at(0).label == "caf\uFFFD");
  CHECK(parse_catalogue(to_json({}), "x")->empty());
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
    // A sitemap or list contains all pages of a site, so a pattern must say which are articles.
    CHECK((has_feed(source) || !source.article_pattern.empty()));
    CHECK((has_feed(source) || source.fetch_pages));
  }
}
