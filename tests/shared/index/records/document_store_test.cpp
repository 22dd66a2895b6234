// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_record.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/records/document_store.h"
#include "shared/index/records/stored_fields.h"
#include "tests/support/articles.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <random>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

std::filesystem::path live_records(const DataDirectory& directory) {
  return document_store_file(directory.index() / "gen-000001");
}

void put_all(const DataDirectory& directory, std::size_t begin, std::size_t end) {
  auto writer = IndexWriter::open_live(directory);
  REQUIRE(writer);
  for (std::size_t i = begin; i < end; ++i) REQUIRE(writer->put(test::article(i)));
  REQUIRE(writer->commit(end));
}

} // namespace

TEST_CASE("records: a head is read back as it was, in every field", "[index]") {
  std::mt19937 random(9);
  for (std::size_t i = 0; i < 200; ++i) {
    Article article = test::random_article(i, random);
    article.text.clear();
    article.image = i % 2 == 0 ? "" : "https://example.org/a.png";
    article.updated = i % 3 == 0 ? std::nullopt : parse_rfc3339("1969-12-31T23:59:59Z");
    article.indexed = parse_rfc3339("2026-04-08T09:30:00Z")->time;
    article.reading_minutes = static_cast<int>(i);
    article.provenance = {{"title", "og:title"}, {"published", ""}};
    const std::string packed = pack_stored_fields(article);
    Article back;
    back.tags = {"left over"};
    REQUIRE(unpack_stored_fields(packed, back));
    REQUIRE(to_record(back) == to_record(article));
    Article broken;
    for (std::size_t size = 0; size < packed.size(); ++size) {
      REQUIRE_FALSE(unpack_stored_fields(std::string_view(packed).substr(0, size), broken));
    }
    REQUIRE_FALSE(unpack_stored_fields(packed + "x", broken));
  }
}

TEST_CASE("records: what a stopped run wrote behind the last commit is cut off", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 20);
  const auto committed = std::filesystem::file_size(live_records(directory.data()));
  std::ofstream(live_records(directory.data()), std::ios::app) << "half of a rec";
  {
    const auto reader = IndexReader::open(directory.data());
    REQUIRE(reader);
    CHECK((*reader)->columns().document_store.bytes.size() == committed);
  }
  put_all(directory.data(), 20, 40);
  const auto reader = IndexReader::open(directory.data());
  REQUIRE(reader);
  for (std::size_t i = 0; i < 40; ++i) {
    const auto article = (*reader)->article((*reader)->find(test::article(i).id), RecordPart::Whole);
    REQUIRE(article);
    CHECK(to_record(*article) == to_record(test::article(i)));
  }
}

TEST_CASE("records: a file that is cut off or missing is damage, for readers and for the writer", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 20);
  std::filesystem::resize_file(live_records(directory.data()), 100);
  CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
  std::filesystem::remove(live_records(directory.data()));
  CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("records: a record that is overwritten is damage where it is read", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 3);
  {
    std::fstream file(live_records(directory.data()), std::ios::in | std::ios::out | std::ios::binary);
    file << std::string(20, '\xff');
  }
  const auto reader = IndexReader::open(directory.data());
  REQUIRE(reader);
  const auto first = (*reader)->find(test::article(0).id);
  CHECK((*reader)->article(first, RecordPart::Fields).error().code == ErrorCode::IndexDamaged);
  CHECK((*reader)->article((*reader)->find(test::article(2).id), RecordPart::Fields));
}
