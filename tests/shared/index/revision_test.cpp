// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/revision.h"

#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

Xapian::WritableDatabase with_revision() {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  write_revision(database, {7, 99, Moment{std::chrono::seconds(1'700'000'000)}, 1u << 20, 5, 12});
  return database;
}

} // namespace

TEST_CASE("revision: what a commit says about itself is read back", "[index]") {
  const auto revision = read_revision(with_revision());
  REQUIRE(revision);
  CHECK(revision->number == 7);
  CHECK(revision->store_sequence == 99);
  CHECK(revision->committed.time_since_epoch().count() == 1'700'000'000);
  CHECK(revision->document_store_bytes == 1u << 20);
  CHECK(revision->posting_lists == 5);
  CHECK(revision->delta == 12);
}

TEST_CASE("revision: metadata that is missing, not a number or of another version is damage", "[index]") {
  for (const char* key : {"trawl.schema", "trawl.revision", "trawl.store_sequence", "trawl.committed",
                          "trawl.record_bytes", "trawl.word_lists", "trawl.unlisted"}) {
    for (const char* value : {"", "-1", "12x", "99999999999999999999999"}) {
      CAPTURE(key, value);
      Xapian::WritableDatabase database = with_revision();
      database.set_metadata(key, value);
      const auto revision = read_revision(database);
      REQUIRE_FALSE(revision);
      CHECK(revision.error().code == ErrorCode::IndexDamaged);
      CHECK(revision.error().hint == "run `trawl index rebuild`");
    }
  }
  Xapian::WritableDatabase database = with_revision();
  database.set_metadata("trawl.schema", "2");
  CHECK(read_revision(database).error().what.contains("schema 2"));
}

TEST_CASE("revision: changes are the union of the commits between, and unknown if one is damaged", "[index]") {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  write_changes(database, 1, {9, 3, 3});
  write_changes(database, 2, {});
  write_changes(database, 3, {1u << 31, 3});
  CHECK(*read_changes(database, 0, 3) == std::vector<std::uint32_t>{3, 9, 1u << 31});
  CHECK(read_changes(database, 1, 2)->empty());
  database.set_metadata("trawl.changes.2", "=ab");
  CHECK_FALSE(read_changes(database, 0, 3));
  CHECK(read_changes(database, 2, 3));
  write_changes(database, 4, std::vector<std::uint32_t>(60'000, 5)); // one document, many times
  CHECK(read_changes(database, 3, 4)->size() == 1);
}

TEST_CASE("revision: changes of 256 commits can be read, those of one more cannot", "[index]") {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  for (std::uint32_t number = 1; number <= kRememberedCommits + 1; ++number) write_changes(database, number, {number});
  constexpr std::uint64_t kNewest = kRememberedCommits + 1;
  CHECK(read_changes(database, 1, kNewest)->size() == kRememberedCommits);
  CHECK_FALSE(read_changes(database, 0, kNewest));
  CHECK_FALSE(read_changes(database, 0, 1)); // forgotten when commit 257 was written
  CHECK(read_changes(database, kNewest, kNewest)->empty());
  CHECK_FALSE(read_changes(database, kNewest, kNewest + 1)); // not written yet
}

TEST_CASE("revision: a commit of more than 50,000 documents is not recorded", "[index]") {
  for (const std::uint32_t count : {49'999U, 50'000U, 50'001U}) {
    CAPTURE(count);
    Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
    std::vector<std::uint32_t> documents(count);
    for (std::uint32_t i = 0; i < count; ++i) documents[i] = count - i;
    write_changes(database, 1, documents);
    const auto read = read_changes(database, 0, 1);
    CHECK(read.has_value() == (count <= 50'000));
    if (read) CHECK(std::ranges::is_sorted(*read));
    if (read) CHECK(read->size() == count);
  }
}

TEST_CASE("revision: the largest numbers and a date before 1970 come back", "[index]") {
  Xapian::WritableDatabase database("", Xapian::DB_BACKEND_INMEMORY);
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  write_revision(database, {kMost, kMost, Moment{std::chrono::seconds(-1)}, kMost, kMost, kMost});
  const auto revision = read_revision(database);
  REQUIRE(revision);
  CHECK(revision->number == kMost);
  CHECK(revision->delta == kMost);
  CHECK(revision->committed == Moment{std::chrono::seconds(-1)});
}
