// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/rebuild.h"

#include "indexer/crawl/importer.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"
#include "shared/index/index_reader.h"
#include "tests/support/temporary_directory.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;

namespace {

const auto kNever = [] { return false; };

class RebuildFixture {
 public:
  /// Rows `first` to `last`, each with a text of its own.
  void import_rows(int first, int last) {
    Importer importer(database, knowledge, "s", [] { return Moment(std::chrono::seconds(1'000'000)); }, [] {});
    for (int i = first; i < last; ++i) {
      std::string text;
      for (int word = 0; word < 30; ++word) text += "word" + std::to_string(i * 100 + word) + " ";
      REQUIRE(importer.add(R"({"url":"https://e.org/)" + std::to_string(i) + R"(","text":")" + text + "\"}", "here"));
    }
    REQUIRE(importer.finish());
  }
  std::size_t write() { return write_index(directory.data(), database, {}, kNever).value(); }
  std::shared_ptr<index::IndexReader> reader() const { return index::IndexReader::open(directory.data()).value(); }

  test::TemporaryDirectory directory;
  store::Database database = store::open_store(directory.data()).value();
  Knowledge knowledge = Knowledge::from({}, enrich::Topics::parse(R"({"categories": [], "tags": []})").value()).value();
};

} // namespace

TEST_CASE("rebuild: extracting again with the same knowledge changes nothing", "[crawl]") {
  RebuildFixture fixture;
  fixture.import_rows(0, 300); // more than two batches
  for (const unsigned threads : {1u, 4u}) {
    const auto summary = derive_anew(fixture.database, fixture.knowledge, threads, kNever);
    REQUIRE(summary);
    CHECK(summary->inputs == 300);
    CHECK(summary->changed == 0);
    CHECK(summary->dropped == 0);
  }
}

TEST_CASE("rebuild: with other knowledge articles change", "[crawl]") {
  RebuildFixture fixture;
  fixture.import_rows(0, 5);
  fixture.knowledge.topics =
      enrich::Topics::parse(R"({"categories": [], "tags": [{"label": "found", "phrases": {"word203": 50}}]})").value();
  const auto summary = derive_anew(fixture.database, fixture.knowledge, 2, kNever);
  REQUIRE(summary);
  CHECK(summary->inputs == 5);
  CHECK(summary->changed == 1);
}

TEST_CASE("rebuild: stopped, it says how to go on, and what was there stays", "[crawl]") {
  RebuildFixture fixture;
  fixture.import_rows(0, 300);
  int asked = 0;
  const auto stopped = derive_anew(fixture.database, fixture.knowledge, 1, [&] { return ++asked > 1; });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::Interrupted);
  CHECK(stopped.error().what.contains("`trawl index rebuild`"));
  CHECK(store::ArticleStore(fixture.database).count() == 300);
}

TEST_CASE("rebuild: an index has every article and replaces the one before", "[crawl]") {
  RebuildFixture fixture;
  CHECK(fixture.write() == 0);
  fixture.import_rows(0, 7);
  CHECK(fixture.write() == 7);
  const auto before = fixture.reader();
  CHECK(before->columns().live_documents == 7);
  fixture.import_rows(7, 9);
  CHECK(fixture.write() == 9);
  const auto after = fixture.reader();
  CHECK(after->columns().live_documents == 9);
  CHECK(after->generation() > before->generation());
}

TEST_CASE("rebuild: one that was stopped leaves the live one", "[crawl]") {
  RebuildFixture fixture;
  fixture.import_rows(0, 7);
  fixture.write();
  const auto live = fixture.reader()->generation();
  fixture.import_rows(7, 20);
  int asked = 0;
  const auto stopped = write_index(fixture.directory.data(), fixture.database, {}, [&] { return ++asked > 10; });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::Interrupted);
  const auto without_space = [](std::size_t done) -> Result<void> {
    if (done < 10) return {};
    return fail(ErrorCode::Disk, "only 199 MB are free");
  };
  const auto full = write_index(fixture.directory.data(), fixture.database, {}, kNever, without_space);
  REQUIRE_FALSE(full);
  CHECK(full.error().code == ErrorCode::Disk);
  CHECK(derive_anew(fixture.database, fixture.knowledge, 1, kNever, without_space).error().code == ErrorCode::Disk);
  CHECK(fixture.reader()->generation() == live);
  CHECK(fixture.reader()->columns().live_documents == 7);
  CHECK(fixture.write() == 20);
}

TEST_CASE("rebuild: an article that was removed is known as removed in the new index", "[crawl]") {
  RebuildFixture fixture;
  fixture.import_rows(0, 3);
  std::string id;
  REQUIRE(store::ArticleStore(fixture.database).each([&](std::string_view record) {
    id = from_record(record)->id;
    return false;
  }));
  {
    auto transaction = store::Transaction::begin(fixture.database).value();
    REQUIRE(store::ArticleStore(fixture.database).retract(id));
    REQUIRE(transaction.commit());
  }
  CHECK(fixture.write() == 2);
  CHECK(fixture.reader()->was_removed(id));
  CHECK(fixture.reader()->find(id) == 0);
}
