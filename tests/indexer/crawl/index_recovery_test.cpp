// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/importer.h"
#include "indexer/crawl/index_update.h"
#include "indexer/store/open_store.h"
#include "shared/index/index_reader.h"
#include "shared/index/lag.h"
#include "tests/support/temporary_directory.h"

#include <optional>
#include <string>

#include <catch2/catch.hpp>

namespace index_recovery_test {

using namespace trawl;
using namespace trawl::crawl;

namespace {

/// A store that can be put back to an older state under its index, as a power failure may leave it.
class RecoveryFixture {
 public:
  void import_rows(int first, int last) {
    Importer importer(*database_, knowledge_, "s", [] { return Moment(std::chrono::seconds(1'000'000)); }, [] {});
    for (int i = first; i < last; ++i) {
      std::string text;
      for (int word = 0; word < 30; ++word) text += "word" + std::to_string(i * 100 + word) + " ";
      REQUIRE(importer.add(R"({"url":"https://e.org/)" + std::to_string(i) + R"(","text":")" + text + "\"}", "here"));
    }
    REQUIRE(importer.finish());
  }
  /// Brings the index up to date; whether it was written again first.
  Result<bool> follow() {
    auto update = IndexUpdate::start(directory_.data());
    if (!update) return std::unexpected(update.error());
    REQUIRE(update->finish({}));
    return !update->trouble().empty();
  }
  const DataDirectory& data() const { return directory_.data(); }
  void save_store() { REQUIRE(database_->run("VACUUM INTO '" + saved() + "'")); }
  void put_store_back() {
    database_.reset();
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path() + suffix);
    std::filesystem::rename(saved(), path());
    database_ = store::open_store(directory_.data()).value();
  }
  /// Another store under the same index.
  void start_anew() {
    database_.reset();
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path() + suffix);
    REQUIRE(store::make_store(path()));
    database_ = store::open_store(directory_.data()).value();
  }
  std::size_t indexed() const { return index::IndexReader::open(directory_.data()).value()->columns().live_documents; }

 private:
  std::string path() const { return directory_.data().crawl_db().string(); }
  std::string saved() const { return path() + ".saved"; }

  test::TemporaryDirectory directory_;
  std::optional<store::Database> database_ = store::open_store(directory_.data()).value();
  Knowledge knowledge_ =
      Knowledge::from({}, enrich::Topics::parse(R"({"categories": [], "tags": []})").value()).value();
};

} // namespace

TEST_CASE("index recovery: an index that is ahead of its store goes back to it", "[crawl]") {
  RecoveryFixture fixture;
  fixture.import_rows(0, 40);
  CHECK_FALSE(fixture.follow().value());
  fixture.save_store();
  fixture.import_rows(40, 70);
  CHECK_FALSE(fixture.follow().value());
  CHECK(fixture.indexed() == 70);
  fixture.put_store_back();
  CHECK(fixture.follow().value());
  CHECK(fixture.indexed() == 40);
  fixture.import_rows(60, 65);
  CHECK_FALSE(fixture.follow().value());
  CHECK(fixture.indexed() == 45);
}

TEST_CASE("index recovery: an index of another crawl.db is made anew, whatever they have in common", "[crawl]") {
  RecoveryFixture fixture;
  fixture.import_rows(0, 12);
  CHECK_FALSE(fixture.follow().value());
  const int first = GENERATE(2, 100);
  fixture.start_anew();
  fixture.import_rows(first, first + 18);
  CHECK(fixture.follow().value());
  CHECK(fixture.indexed() == 18);
  CHECK_FALSE(fixture.follow().value());
}

TEST_CASE("recovery: an index of which a file is damaged or missing is written again", "[crawl]") {
  RecoveryFixture fixture;
  fixture.import_rows(0, 5);
  CHECK_FALSE(fixture.follow().value());
  const auto database = [&] { return fixture.data().index() / index::live_database(fixture.data()).value(); };
  std::filesystem::resize_file(database() / "postlist.glass", 100);
  CHECK(fixture.follow().value());
  CHECK(fixture.indexed() == 5);
  std::filesystem::remove(database() / "iamglass");
  CHECK(fixture.follow().value());
  CHECK(fixture.indexed() == 5);
  std::filesystem::remove_all(database());
  CHECK(fixture.follow().value());
  CHECK(fixture.indexed() == 5);
  CHECK_FALSE(fixture.follow().value());
}

} // namespace index_recovery_test
