// SPDX-License-Identifier: GPL-3.0-or-later
// How commands choose sources, and what they say about a source's health.
#include "indexer/commands/workspace.h"

#include "indexer/store/compress.h"
#include "indexer/store/input_store.h"
#include "indexer/store/member_store.h"
#include "indexer/store/name_store.h"
#include "indexer/store/open_store.h"
#include "indexer/store/url_store.h"
#include "shared/article/article_id.h"
#include "tests/support/temporary_directory.h"

#include <fstream>

#include <catch2/catch.hpp>

namespace workspace_sources_test {

using namespace trawl;
using namespace trawl::commands;

namespace {

const Moment kNow = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1};

schema::SourceDefinition source(const std::string& id, bool enabled = true) {
  schema::SourceDefinition made;
  made.id = made.label = id;
  made.homepage = "https://" + id + ".example/";
  made.seed = {schema::SourceKind::Feed, made.homepage + "feed"};
  made.enabled = enabled;
  return made;
}

std::vector<std::string> ids_of(const std::vector<schema::SourceDefinition>& sources) {
  std::vector<std::string> ids;
  for (const auto& one : sources) ids.push_back(one.id);
  return ids;
}

void save_article(store::Database& database, const std::string& source, std::size_t words = 101) {
  store::Input input;
  input.url = "https://a.example/post";
  REQUIRE(store::InputStore(database).save(input, store::compress("a page")));
  store::Member member;
  member.input = member.cluster = input.id;
  member.source = source;
  Article article;
  article.words = words;
  member.record = to_record(article);
  REQUIRE(store::MemberStore(database).save_member(member, {}));
}

/// A store with the seed of source "a" in this state and an article of it, unless it has no words; what is said about
/// "a".
SourceState state_of(const store::SeedState& seed, bool enabled = true, std::size_t words = 101) {
  const test::TemporaryDirectory folder;
  auto database = store::open_store(folder.data()).value();
  if (words > 0) save_article(database, "a", words);
  REQUIRE(store::SourceStore(database).save_seed(seed));
  const auto states = source_states({source("a", enabled)}, database, kNow);
  REQUIRE(states);
  REQUIRE(states->size() == 1);
  return states->front();
}

store::SeedState asked_seed() {
  store::SeedState seed;
  seed.url = "https://a.example/feed";
  seed.source = "a";
  seed.asked_at = kNow - std::chrono::hours(2);
  seed.succeeded_at = kNow - std::chrono::hours(3);
  return seed;
}

} // namespace

TEST_CASE("free ids: a taken one gets a number, and is no longer than an id may be", "[commands]") {
  const std::string longest(40, 'a');
  FreeSourceIds ids({"blog", "blog-3", longest});
  CHECK(ids.take("new") == "new");
  CHECK(ids.take("new") == "new-2");
  CHECK(ids.take("blog") == "blog-2");
  CHECK(ids.take("blog") == "blog-4");
  CHECK(ids.take(longest) == std::string(33, 'a') + "-2");
  for (int i = 0; i < 20'000; ++i) REQUIRE(is_source_id(ids.take(longest))); // a list of feeds with one title
}

TEST_CASE("workspace: pages that two sources list on sites of neither are the first one's, and the other says so",
          "[commands]") {
  const test::TemporaryDirectory folder;
  auto database = store::open_store(folder.data()).value();
  store::UrlStore urls(database);
  const auto list = [&](const std::string& url, const std::string& by) {
    store::Input input;
    input.url = url;
    REQUIRE(store::InputStore(database).save(input, store::compress("a page")));
    REQUIRE(urls.save_link(urls.url(url)->id, {by, "https://" + by + ".example/feed", ""}));
  };
  for (const char* const by : {"b", "a"}) {
    for (const char* const url : {"https://cdn.example/1", "https://cdn.example/2", "https://c.example/1"})
      list(url, by);
    REQUIRE(store::NameStore(database).end_run(std::string_view(by) == "b" ? kNow : kNow + std::chrono::hours(1)));
  }
  const auto states = source_states({source("a"), source("b"), source("c")}, database, kNow);
  REQUIRE(states);
  CHECK(trouble_of(states->at(0)) == "2 pages that it lists on other sites are shown as b's, which listed them first");
  CHECK(trouble_of(states->at(1)).empty());
  CHECK(trouble_of(states->at(2)).empty());
}

TEST_CASE("workspace: sources are selected in the catalogue's order, all without names", "[commands]") {
  using Ids = std::vector<std::string>;
  const std::vector all{source("c"), source("a"), source("b")};
  CHECK(ids_of(select_sources(all, {}).value()) == Ids{"c", "a", "b"});
  CHECK(ids_of(select_sources(all, {"b", "c"}).value()) == Ids{"c", "b"});
  CHECK(ids_of(select_sources(all, {"b", "b"}).value()) == Ids{"b"});
  CHECK(select_sources({}, {}).value().empty());
}

TEST_CASE("workspace: the nearest id is guessed by edits", "[commands]") {
  const std::vector all{source("pytorch"), source("vllm"), source("huggingface")};
  struct Row {
    const char* typed;
    const char* guess;
  };
  for (const Row& row : {Row{"pytroch", "pytorch"},
                         {"PyTorch", "pytorch"},
                         {"vlm", "vllm"},
                         {"vllms", "vllm"},
                         {"huggingfaces", "huggingface"}}) {
    INFO(row.typed);
    const auto refused = select_sources(all, {"vllm", row.typed});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::Usage);
    CHECK(refused.error().where == row.typed);
    CHECK(refused.error().hint == "did you mean " + std::string(row.guess) + "?");
  }
  CHECK(select_sources(all, {"arxiv"}).error().hint == "`trawl sources list` shows all");
}

TEST_CASE("workspace: joining two lists of sources keeps the definitions of the first", "[commands]") {
  auto changed = source("a");
  changed.label = "changed";
  const auto both = joined({changed, source("b")}, {source("a"), source("c")});
  CHECK(ids_of(both) == std::vector<std::string>{"a", "b", "c"});
  CHECK(both.front().label == "changed");
  CHECK(joined({}, {}).empty());
}

TEST_CASE("workspace: the catalogue is --sources, else the data directory's, else the installed one", "[commands]") {
  const test::TemporaryDirectory folder;
  Options options;
  const auto installed = find_catalogue(options, folder.data());
  REQUIRE(installed);
  CHECK(installed->filename() == "sources.json");
  CHECK(installed->parent_path() != folder.data().root);
  std::ofstream(folder.data().root / "sources.json") << "{}";
  CHECK(find_catalogue(options, folder.data()) == folder.data().root / "sources.json");
  options.sources_file = "mine.json";
  CHECK(find_catalogue(options, folder.data()) == std::filesystem::path("mine.json"));
  const auto missing = find_data_file("no-such-file.json");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().where == "no-such-file.json");
}

TEST_CASE("workspace: the user's own catalogue is not ignored when its state cannot be read", "[commands]") {
  const test::TemporaryDirectory folder;
  const auto own = folder.data().root / "sources.json", topics = folder.data().root / "topics.json";
  std::filesystem::create_symlink("sources.json", own); // a link to itself: not even root can follow it
  const auto found = find_catalogue({}, folder.data());
  REQUIRE_FALSE(found);
  CHECK(found.error().where == own);
  std::filesystem::create_symlink("topics.json", topics);
  const auto loaded = load_topics(folder.data());
  REQUIRE_FALSE(loaded);
  CHECK(loaded.error().where == topics);
}

TEST_CASE("workspace: the health of a source by the state of its seed", "[commands]") {
  auto seed = asked_seed();
  CHECK(state_of(seed).note.health == "ok");
  CHECK(state_of(seed).note.last_success == seed.succeeded_at);
  CHECK(state_of(seed, false).note.health == "paused");
  seed.failures = 1;
  seed.error = "the server answered 500";
  const auto failing = state_of(seed);
  CHECK(failing.note.health == "failing");
  CHECK(trouble_of(failing) == "the server answered 500");
  const auto empty = state_of(asked_seed(), true, 0);
  CHECK(empty.note.health == "failing");
  CHECK(trouble_of(empty) == "it answered, but gave no article");
  const auto teasers = state_of(asked_seed(), true, 100);
  CHECK(teasers.note.health == "ok"); // it may be a blog of short posts
  CHECK(trouble_of(teasers) == "it gave no article of more than 100 words");
  auto other = asked_seed();
  other.source = "b";
  const auto never = state_of(other);
  CHECK(never.note.health == "never");
  CHECK_FALSE(never.note.last_success);
}

TEST_CASE("workspace: one working seed is enough, and an error is still reported", "[commands]") {
  const test::TemporaryDirectory folder;
  auto database = store::open_store(folder.data()).value();
  save_article(database, "a");
  store::SourceStore seeds(database);
  auto broken = asked_seed();
  broken.url += "/part";
  broken.failures = 2;
  broken.error = "broken";
  REQUIRE(seeds.save_seed(asked_seed()));
  REQUIRE(seeds.save_seed(broken));
  const auto states = source_states({source("a")}, database, kNow).value();
  CHECK(states.front().note.health == "ok");
  CHECK(states.front().note.last_error == "broken");
}

TEST_CASE("workspace: sources that were never crawled have no note for readers", "[commands]") {
  const test::TemporaryDirectory folder;
  auto database = store::open_store(folder.data()).value();
  REQUIRE(store::SourceStore(database).save_source({"a", schema::to_json({source("a")})}));
  const auto notes = notes_for_readers({source("a"), source("b")}, {source("a"), source("b")}, database);
  REQUIRE(notes);
  REQUIRE(notes->size() == 1);
  CHECK(notes->front().id == "a");
  CHECK(ids_of(remembered_sources(database).value()) == std::vector<std::string>{"a"});
}

TEST_CASE("workspace: a source that left the catalogue has a note for readers while it has articles", "[commands]") {
  const test::TemporaryDirectory folder;
  auto database = store::open_store(folder.data()).value();
  for (const char* id : {"a", "b"})
    REQUIRE(store::SourceStore(database).save_source({id, schema::to_json({source(id)})}));
  save_article(database, "a");
  const auto notes = notes_for_readers({source("a"), source("b")}, {source("c")}, database);
  REQUIRE(notes);
  REQUIRE(notes->size() == 1);
  CHECK(notes->front().id == "a");
}

} // namespace workspace_sources_test
