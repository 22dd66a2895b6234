// SPDX-License-Identifier: GPL-3.0-or-later
// sources list, show, export, import, enable, disable and remove: the commands that need no network.
#include "tests/indexer/commands/indexer_run.h"

#include "indexer/store/host_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/source_store.h"
#include "shared/base/file.h"
#include "shared/schema/catalogue.h"

#include <algorithm>
#include <filesystem>

using namespace trawl;
using namespace trawl::test;

namespace {

const char* const kCatalogue = R"({"sources": [
  {"id": "pytorch", "label": "PyTorch Blog", "homepage": "https://pytorch.org/", "kind": "feed",
   "url": "https://pytorch.org/feed.xml"},
  {"id": "vllm", "label": "vLLM & friends", "homepage": "https://vllm.ai/", "kind": "sitemap",
   "url": "https://vllm.ai/sitemap.xml", "article_pattern": "/blog/", "enabled": false},
  {"id": "list", "label": "Übersicht", "homepage": "https://list.example/", "kind": "page_list",
   "url": "https://list.example/all", "note": "a note"}]})";

/// A world whose data directory has the catalogue above.
struct CatalogueWorld : IndexerWorld {
  CatalogueWorld() {
    std::filesystem::create_directories(data());
    file("data/sources.json", kCatalogue);
  }
  std::vector<schema::SourceDefinition> sources() const {
    const auto name = path("data/sources.json");
    return schema::parse_catalogue(read_file(name).value(), name).value();
  }
};

} // namespace

TEST_CASE("sources list: a line for each source, in the catalogue's order", "[commands]") {
  const CatalogueWorld world;
  const auto listed = world.run({"sources", "list"});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out == "pytorch  feed       PyTorch Blog  https://pytorch.org/feed.xml\n"
                      "vllm     sitemap    vLLM & friends  https://vllm.ai/sitemap.xml  (disabled)\n"
                      "list     page_list  Übersicht  https://list.example/all\n");
  world.file("data/sources.json", "{\"sources\": []}");
  CHECK(world.run({"sources", "list"}).exit_code == 1);
}

TEST_CASE("sources show: the requested entries, as a catalogue", "[commands]") {
  const CatalogueWorld world;
  const auto shown = world.run({"sources", "show", "list", "pytorch"});
  CHECK(shown.exit_code == 0);
  const auto parsed = schema::parse_catalogue(shown.out, "shown");
  REQUIRE(parsed);
  REQUIRE(parsed->size() == 2);
  CHECK(parsed->front().id == "pytorch");
  CHECK(parsed->back().note == "a note");
}

TEST_CASE("sources: every command rejects an unknown id and suggests the nearest one", "[commands]") {
  const CatalogueWorld world;
  for (const std::vector<std::string>& words : {std::vector<std::string>{"sources", "show", "pytroch"},
                                                {"sources", "status", "pytroch"},
                                                {"sources", "test", "pytroch"},
                                                {"sources", "remove", "pytroch", "--yes"},
                                                {"sources", "enable", "vllm", "pytroch"},
                                                {"crawl", "pytroch"}}) {
    INFO(words[0] << " " << words[1]);
    const auto done = world.run(words);
    CHECK(done.exit_code == 2);
    CHECK(done.err == "trawl-indexer: pytroch: unknown source; did you mean pytorch?\n");
    CHECK_FALSE(world.sources()[1].enabled);
  }
  world.file("data/sources.json", "{\"sources\": []}");
  CHECK(world.run({"sources", "show", "x"}).err == "trawl-indexer: x: unknown source; the catalogue is empty\n");
}

TEST_CASE("sources enable and disable: change one field of the named sources", "[commands]") {
  const CatalogueWorld world;
  CHECK(world.run({"sources", "enable", "vllm"}).exit_code == 0);
  CHECK(world.sources()[1].enabled);
  CHECK(world.run({"sources", "disable", "vllm", "list"}).err == "disabled: vllm, list\n");
  const auto sources = world.sources();
  CHECK(sources[0].enabled);
  CHECK_FALSE(sources[1].enabled);
  CHECK_FALSE(sources[2].enabled);
  CHECK(sources[1].article_pattern == "/blog/");
  CHECK(sources[2].note == "a note");
}

TEST_CASE("sources remove: asks, and without a terminal needs --yes", "[commands]") {
  const CatalogueWorld world;
  const auto refused = world.run({"sources", "remove", "list"});
  CHECK(refused.exit_code == 2);
  CHECK(refused.err == "trawl-indexer: sources remove: nothing was removed; confirm with --yes\n");
  CHECK(world.sources().size() == 3);
  CHECK(world.run({"sources", "remove", "list", "pytorch", "--yes"}).err ==
        "removed: list, pytorch; their articles stay\n");
  REQUIRE(world.sources().size() == 1);
  CHECK(world.sources()[0].id == "vllm");
}

TEST_CASE("sources: --sources takes precedence over the data directory, and that file is changed", "[commands]") {
  const CatalogueWorld world;
  const auto other =
      world.file("other.json", R"({"sources": [{"id": "own", "label": "Own", "homepage": "https://own.example/",
                                                  "kind": "feed", "url": "https://own.example/feed"}]})");
  CHECK(world.run({"sources", "list", "--sources", other}).out.starts_with("own "));
  CHECK(world.run({"sources", "disable", "own", "--sources", other}).exit_code == 0);
  CHECK(world.run({"sources", "list", "--sources", other}).out.ends_with("(disabled)\n"));
  CHECK(read_file(world.path("data/sources.json")) == kCatalogue);
}

TEST_CASE("sources: an error in the catalogue names the file and the place", "[commands]") {
  const CatalogueWorld world;
  struct Row {
    const char* content;
    const char* message;
  };
  const auto with = [](const std::string& fields) {
    return R"({"sources": [{"id": "a", "label": "A", "homepage": "https://a.example/", "kind": "feed",
               "url": "https://a.example/f")" +
           fields + "}]}";
  };
  const std::string pattern = with(R"(, "article_pattern": "blog/(")"),
                    rule = with(R"(, "rules": {"title": "p:hover"})");
  for (const Row& row : {
           Row{"", "is not valid JSON"},
           {"{\"sources\": [", "is not valid JSON (byte"},
           {"[]", "has no list \"sources\""},
           {"{\"sources\": 3}", "has no list \"sources\""},
           {pattern.c_str(), "source a, \"article_pattern\": the pattern blog/( is wrong at character 7"},
           {rule.c_str(), "source a, rule \"title\": the selector \"p:hover\""},
       }) {
    INFO(row.content);
    world.file("data/sources.json", row.content);
    const auto done = world.run({"sources", "list"});
    INFO(done.err);
    CHECK(done.exit_code == 6);
    CHECK(done.err.starts_with("trawl-indexer: " + world.path("data/sources.json")));
    CHECK(done.err.contains(row.message));
  }
  const auto missing = world.run({"sources", "list", "--sources", world.path("nosuch.json")});
  CHECK(missing.exit_code == 2);
  CHECK(missing.err.contains(world.path("nosuch.json")));
}

TEST_CASE("sources status: a line for each host and kind of failure", "[commands]") {
  const CatalogueWorld world;
  {
    auto database = store::open_store(DataDirectory{world.data()}).value();
    store::SourceStore store(database);
    for (int i = 0; i < 9; ++i)
      REQUIRE(store.save_failure({"vllm", "https://vllm.ai/" + std::to_string(i), "http_status", "answered 500"}));
    REQUIRE(store.save_failure({"vllm", "https://vllm.ai/robots", "timeout", "https://vllm.ai/robots: no answer"}));
  }
  const auto shown = world.run({"sources", "status", "vllm"}).out;
  CHECK(shown.contains("  10 failures "));
  CHECK(shown.contains("\n    http_status  9 pages of https://vllm.ai, such as https://vllm.ai/0: answered 500\n"));
  CHECK(shown.ends_with("\n    timeout  https://vllm.ai/robots: no answer\n"));
}

TEST_CASE("sources status: when each list is asked next, or until when its host wants a pause", "[commands]") {
  const CatalogueWorld world;
  const Moment later = now() + std::chrono::hours(9);
  {
    auto database = store::open_store(DataDirectory{world.data()}).value();
    store::SourceStore store(database);
    store::SeedState own, home;
    own.source = home.source = "vllm";
    own.url = "https://vllm.ai/sitemap.xml";
    own.due_at = own.fresh_until = Moment(std::chrono::hours(1));
    home.url = "https://blog.vllm.ai/";
    home.due_at = later;
    REQUIRE(store.save_seed(home));
    REQUIRE(store.save_seed(own));
    REQUIRE(store::HostStore(database).save_closure("vllm.ai", later));
  }
  CHECK(world.run({"sources", "status"}).out.contains("waits until " + to_rfc3339(later)));
  const auto shown = world.run({"sources", "status", "vllm"}).out;
  CHECK(shown.contains("\n    never answered, waits until " + to_rfc3339(later) + "  https://vllm.ai/sitemap.xml\n"));
  CHECK(shown.contains("\n    never answered, due at " + to_rfc3339(later) + "  https://blog.vllm.ai/\n"));
}

TEST_CASE("sources export: the catalogue as JSON and as OPML", "[commands]") {
  const CatalogueWorld world;
  const auto json = schema::parse_catalogue(world.run({"sources", "export"}).out, "exported");
  REQUIRE(json);
  CHECK(json->size() == 3);
  const auto opml = world.run({"sources", "export", "--opml"}).out;
  CHECK(opml.contains("xmlUrl=\"https://pytorch.org/feed.xml\""));
  CHECK(opml.contains("vLLM &amp; friends"));
  CHECK_FALSE(opml.contains("xmlUrl=\"https://vllm.ai/sitemap.xml\"")); // a sitemap is no subscription
}

TEST_CASE("sources import: adds each feed once, with an id made from its title", "[commands]") {
  const CatalogueWorld world;
  const auto opml = world.file("feeds.opml", R"(<opml version="2.0"><body>
    <outline text="Blogs"><outline text="New Blog!" xmlUrl="https://new.example/feed" htmlUrl="https://new.example/home"/>
      <outline text="New Blog?" xmlUrl="https://new.example/other"/></outline>
    <outline text="PyTorch again" xmlUrl="http://www.pytorch.org/feed.xml"/>
    <outline xmlUrl="https://untitled.example/rss"/>
    <outline text="Not the web" xmlUrl="ftp://a.example/feed"/>
    <outline text="Just a link" type="link" url="https://link.example/"/></body></opml>)");
  const auto first = world.run({"sources", "import", opml});
  INFO(first.err);
  CHECK(first.exit_code == 0);
  const auto sources = world.sources();
  CHECK(sources[3].note == "Folder: Blogs");
  std::vector<std::string> ids;
  for (std::size_t i = 3; i < sources.size(); ++i) ids.push_back(sources[i].id + " " + sources[i].homepage);
  CHECK(ids == std::vector<std::string>{"new-blog https://new.example/home", "new-blog-2 https://new.example/other/",
                                        "source https://untitled.example/"});
  CHECK(first.err == "3 sources added; 1 already known; no feed at an http address: Not the web, Just a link\n");
  CHECK(world.run({"sources", "import", opml}).err ==
        "0 sources added; 4 already known; no feed at an http address: Not the web, Just a link\n");
  CHECK(world.sources().size() == 6);
}

TEST_CASE("sources import: a file that is not OPML changes nothing", "[commands]") {
  const CatalogueWorld world;
  for (const char* content : {"", "nonsense", "<rss><channel/></rss>", "{}"}) {
    INFO(content);
    const auto done = world.run({"sources", "import", world.file("wrong", content)});
    CHECK(done.exit_code == 6);
    CHECK(std::ranges::count(done.err, '\n') == 1);
    CHECK(read_file(world.path("data/sources.json")) == kCatalogue);
  }
  CHECK(world.run({"sources", "import", world.path("nosuch")}).exit_code == 2);
}

TEST_CASE("sources add: goes on after an address that gives nothing, and says so of each", "[commands]") {
  const CatalogueWorld world;
  const auto done = world.run({"sources", "add", "ftp://a.example/", "http://127.0.0.1:1/", "ftp://b.example/"});
  CHECK(done.exit_code == 2);
  CHECK(std::ranges::count(done.err, '\n') == 3);
  for (const char* address : {"ftp://a.example/", "http://127.0.0.1:1/", "ftp://b.example/"})
    CHECK(done.err.contains(address));
  CHECK(read_file(world.path("data/sources.json")) == kCatalogue);
}

TEST_CASE("sources add: one id cannot name several sources", "[commands]") {
  const CatalogueWorld world;
  const auto done = world.run({"sources", "add", "https://a.example/", "https://b.example/", "--id", "x"});
  CHECK(done.exit_code == 2);
  CHECK(done.err.contains("--id"));
  for (const char* id : {"pytorch", "Upper", "a b", "é", "x_y"}) {
    INFO(id);
    const auto refused = world.run({"sources", "add", "https://a.example/", "--id", id});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.contains(id));
  }
  CHECK(read_file(world.path("data/sources.json")) == kCatalogue);
}
