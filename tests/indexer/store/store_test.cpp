// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "indexer/store/article_store.h"
#include "indexer/store/compress.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/input_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"

using namespace trawl;
using namespace trawl::store;

namespace {

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("trawl-store-" + std::to_string(::getpid()));
  DataDirectory directory{path};
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

Moment at(int seconds) { return Moment(std::chrono::seconds(seconds)); }

Article article(std::string id, std::string text) {
  Article made;
  made.id = std::move(id);
  made.url = "https://a.example/" + made.id;
  made.title = "Title";
  made.text = std::move(text);
  return made;
}

std::int64_t add_input(InputStore& inputs, std::string url, std::string body) {
  Input input;
  input.url = std::move(url);
  input.first_seen = input.fetched_at = at(100);
  REQUIRE(inputs.save(input, compress(body)));
  return input.id;
}

} // namespace

TEST_CASE("compress: bytes come back, damage and giants are refused", "[store]") {
  const std::string bytes(100'000, 'x');
  const auto frame = compress(bytes);
  CHECK(frame.size() < 200);
  CHECK(decompress(frame) == bytes);
  CHECK(decompress(compress("")) == "");
  CHECK_FALSE(decompress("no frame"));
  CHECK_FALSE(decompress(frame.substr(0, frame.size() / 2)));
  CHECK(decompress(frame, 1000).error().code == ErrorCode::TooLarge);
}

TEST_CASE("sqlite: what is rolled back never was", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  REQUIRE(db);
  CrawlStore crawl(*db);
  {
    auto transaction = Transaction::begin(*db);
    REQUIRE(transaction);
    REQUIRE(crawl.url("https://a.example/1"));
  }
  CHECK(db->number("SELECT count(*) FROM urls") == 0);
  auto transaction = Transaction::begin(*db);
  REQUIRE(crawl.url("https://a.example/1"));
  REQUIRE(transaction->commit());
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
}

TEST_CASE("sqlite: the same statement may run inside its own result", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  REQUIRE(db->execute("CREATE TABLE t(x); INSERT INTO t VALUES(1),(2)"));
  int rows = 0;
  const auto inner = [&](const Row&) { return ++rows > 0; };
  const auto outer = [&](const Row&) { return db->each("SELECT x FROM t", {}, inner).has_value(); };
  REQUIRE(db->each("SELECT x FROM t", {}, outer));
  CHECK(rows == 4);
}

TEST_CASE("store: a file that is no database, or a newer one, is said to be so", "[store]") {
  Folder folder;
  std::filesystem::create_directories(folder.path);
  std::ofstream(folder.directory.crawl_db()) << std::string(5000, 'x');
  CHECK(open_store(folder.directory).error().code == ErrorCode::IndexDamaged);
  std::filesystem::remove(folder.directory.crawl_db());
  CHECK(open_store_for_reading(folder.directory).error().code == ErrorCode::NoIndex);
  REQUIRE(open_store(folder.directory)->execute("PRAGMA user_version = 99"));
  CHECK(open_store(folder.directory).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("store: one of the first version is brought up to date, and loses nothing", "[store]") {
  Folder folder;
  {
    auto db = open_store(folder.directory);
    REQUIRE(CrawlStore(*db).url("https://a.example/1"));
    REQUIRE(db->execute("DROP TABLE sources; ALTER TABLE entrances DROP COLUMN moves; DROP TABLE requests; "
                        "DROP TABLE closures; "
                        "ALTER TABLE inputs DROP COLUMN links_read; DROP INDEX members_published; "
                        "ALTER TABLE members DROP COLUMN source; ALTER TABLE members DROP COLUMN published; "
                        "PRAGMA user_version = 1"));
  }
  auto db = open_store(folder.directory);
  REQUIRE(db);
  CHECK(db->number("SELECT count(*) FROM urls") == 1);
  CHECK(CrawlStore(*db).sources()->empty());
}

TEST_CASE("crawl store: a source is described as it was last crawled", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  CrawlStore crawl(*db);
  REQUIRE(crawl.save_source({"lantern", "one"}));
  REQUIRE(crawl.save_source({"a", "A"}));
  REQUIRE(crawl.save_source({"lantern", "two"}));
  const auto sources = crawl.sources();
  REQUIRE(sources);
  REQUIRE(sources->size() == 2);
  CHECK(sources->at(1).definition == "two");
}

TEST_CASE("crawl store: entrances, URLs, mentions and failures come back as saved", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  CrawlStore crawl(*db);

  auto entrance = crawl.entrance("https://a.example/feed", "a");
  REQUIRE(entrance);
  CHECK(entrance->asked_at == Moment{});
  entrance->etag = "\"x\"";
  entrance->due_at = at(50);
  entrance->failures = 3;
  REQUIRE(crawl.save_seed(*entrance));
  const auto again = crawl.entrance("https://a.example/feed", "a");
  CHECK(again->etag == "\"x\"");
  CHECK(again->failures == 3);
  CHECK(crawl.entrances()->size() == 1);

  auto row = crawl.url("https://a.example/1");
  REQUIRE(row);
  CHECK(row->state == UrlState::New);
  CHECK(crawl.due_urls(at(0))->size() == 1);
  row->state = UrlState::Stored;
  row->due_at.reset();
  REQUIRE(crawl.save_url(*row));
  CHECK(crawl.due_urls(at(1000))->empty());
  row->stale = true;
  REQUIRE(crawl.save_url(*row));
  CHECK(crawl.due_urls(at(0))->size() == 1);
  CHECK(crawl.url(row->id)->url == "https://a.example/1");

  CHECK(*crawl.save_discovered_link(row->id, {"a", "https://a.example/feed", "{}"}));
  CHECK_FALSE(*crawl.save_discovered_link(row->id, {"a", "https://a.example/feed", "{}"}));
  CHECK(*crawl.save_discovered_link(row->id, {"a", "https://a.example/feed", "{\"title\":1}"}));
  CHECK(*crawl.save_discovered_link(row->id, {"b", "https://a.example/map", ""}));
  const auto mentions = crawl.mentions("https://a.example/1");
  REQUIRE(mentions->size() == 2);
  CHECK(mentions->at(0).witness == "{\"title\":1}");
  CHECK(mentions->at(1).witness.empty());

  REQUIRE(crawl.save_failure({"a", "https://a.example/2", "network", "no answer", 1, at(5)}));
  REQUIRE(crawl.save_failure({"a", "https://a.example/2", "timeout", "too slow", 1, at(6)}));
  CHECK(crawl.failures("a")->at(0).count == 2);
  CHECK(crawl.failures("a")->at(0).code == "timeout");
  REQUIRE(crawl.clear_failure("a", "https://a.example/2"));
  CHECK(crawl.failures("a")->empty());
}

TEST_CASE("input store: a replaced input keeps its first time", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  InputStore inputs(*db);
  const auto id = add_input(inputs, "https://a.example/1", "one");
  Input second;
  second.url = "https://a.example/1";
  second.first_seen = second.fetched_at = at(900);
  REQUIRE(inputs.save(second, compress("two")));
  CHECK(second.id == id);
  CHECK(second.first_seen == at(100));
  const auto found = inputs.find("https://a.example/1", InputKind::Page);
  REQUIRE(found->has_value());
  CHECK((*found)->body == "two");
  CHECK((*found)->fetched_at == at(900));
  CHECK_FALSE(inputs.find("https://a.example/1", InputKind::Row)->has_value());
  CHECK(inputs.count() == 1);
}

TEST_CASE("article store: only changes get a new sequence", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  InputStore inputs(*db);
  ArticleStore articles(*db);
  const auto id = add_input(inputs, "https://a.example/1", "x");
  const auto made = article("00000000000000aa", "text");
  REQUIRE(articles.save_member({id, id, 0, {}, made.url, "", {1, 2}, "", to_record(made)}));
  CHECK(*articles.publish(made, id, id, true));
  CHECK_FALSE(*articles.publish(made, id, id, true));
  CHECK(articles.last_sequence() == 1u);
  auto changes = articles.changes(0, 10);
  REQUIRE(changes->size() == 1);
  CHECK(from_record(changes->at(0).record)->text == "text");
  CHECK(articles.clusters_with_key(2, 10)->value().size() == 1);
  CHECK(articles.clusters_with_key(3, 10)->value().empty());
  CHECK_FALSE(articles.clusters_with_key(2, 0)->has_value());
  CHECK(articles.is_shown(id) == true);
  CHECK(articles.member(id).value()->keys == std::vector<std::uint64_t>{1, 2});

  CHECK(articles.removed()->empty());
  REQUIRE(articles.retract(made.id));
  CHECK(articles.count() == 0);
  CHECK(articles.removed() == std::vector<std::string>{made.id});
  changes = articles.changes(1, 10);
  REQUIRE(changes->size() == 1);
  CHECK(changes->at(0).record.empty());
}

TEST_CASE("crawl store: a host's requests are counted for one day", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  CrawlStore crawl(*db);
  const Moment noon = std::chrono::sys_days{std::chrono::year{2026} / 6 / 1} + std::chrono::hours{12};
  REQUIRE(crawl.save_requests("a.example", noon, 3));
  REQUIRE(crawl.save_requests("a.example", noon, 4));
  const auto count_at = [&](Moment at) {
    int total = 0;
    REQUIRE(crawl.each_requests(at, [&](std::string_view, int count) { total += count; }));
    return total;
  };
  CHECK(count_at(noon + std::chrono::hours{11}) == 4);
  CHECK(count_at(noon + std::chrono::hours{12}) == 0);
}

TEST_CASE("crawl store: a host that asked for a pause is known until it is over", "[store]") {
  Folder folder;
  auto db = open_store(folder.directory);
  CrawlStore crawl(*db);
  REQUIRE(crawl.save_closure("a.example", at(50)));
  REQUIRE(crawl.save_closure("a.example", at(60)));
  const auto closed_at = [&](Moment now) {
    std::vector<std::pair<std::string, Moment>> closed;
    REQUIRE(crawl.each_closure(now, [&](std::string_view host, Moment until) { closed.emplace_back(host, until); }));
    return closed;
  };
  REQUIRE(closed_at(at(59)).size() == 1);
  CHECK(closed_at(at(59))[0] == std::pair<std::string, Moment>("a.example", at(60)));
  CHECK(closed_at(at(60)).empty());
}
