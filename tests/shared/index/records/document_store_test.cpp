// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/article_record.h"
#include "shared/base/file.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/records/document_store.h"
#include "shared/index/records/stored_fields.h"
#include "tests/support/articles.h"
#include "tests/support/flipped_bit.h"
#include "tests/support/temporary_directory.h"

#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

std::filesystem::path live_document_store(const DataDirectory& directory) {
  return document_store_file(directory.index() / "gen-000001");
}

void put_all(const DataDirectory& directory, std::size_t begin, std::size_t end) {
  auto writer = IndexWriter::open_live(directory);
  REQUIRE(writer);
  for (std::size_t i = begin; i < end; ++i) REQUIRE(writer->put(test::article(i)));
  REQUIRE(writer->commit(end));
}

} // namespace

TEST_CASE("stored fields: every field is read back", "[index]") {
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

TEST_CASE("stored fields: changed bytes are read within their bounds", "[index]") {
  std::mt19937 random(10);
  const std::string packed = pack_stored_fields(test::random_article(1, random));
  for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
    const std::string changed = test::with_flipped_bit(packed, bit);
    Article article;
    unpack_stored_fields(changed, article);
  }
}

TEST_CASE("document store: what is appended is read back at its offset, after a sync and before the next", "[index]") {
  const test::TemporaryDirectory directory;
  const auto path = directory.data().root / "records";
  std::mt19937 random(11);
  std::vector<std::pair<std::uint64_t, std::string>> written;
  std::uint64_t size = 0;
  for (int run = 0; run < 3; ++run) {
    auto writer = DocumentStoreWriter::open(path, size);
    REQUIRE(writer);
    for (int i = 0; i < 20; ++i) {
      const std::string part(random() % 200'000, static_cast<char>('a' + i));
      const auto offset = writer->append({part, "", "fields" + std::to_string(i), "text"});
      REQUIRE(offset);
      written.emplace_back(*offset, part);
    }
    const auto synced = writer->sync();
    REQUIRE(synced);
    size = *synced;
    REQUIRE(writer->append({"lost", "", "", ""}));
  }
  const std::string bytes = read_file(path).value().substr(0, size);
  for (std::size_t i = 0; i < written.size(); ++i) {
    const StoredDocument document = stored_document_at(bytes, written[i].first);
    REQUIRE(document.positions == written[i].second);
    REQUIRE(document.stored_fields == "fields" + std::to_string(i % 20));
    REQUIRE(document.text == "text");
    REQUIRE(positions_at(bytes, written[i].first) == written[i].second);
  }
}

TEST_CASE("document store: any offset into any bytes is read within their bounds", "[index]") {
  std::mt19937 random(12);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(random() % 64, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random() % 4 == 0 ? random() : random() % 8);
    for (std::uint64_t offset = 0; offset < bytes.size() + 2; ++offset) {
      const StoredDocument document = stored_document_at(bytes, offset);
      CHECK(document.positions.size() + document.forward_index.size() + document.stored_fields.size() +
                document.text.size() <=
            bytes.size());
      CHECK(positions_at(bytes, offset).size() <= bytes.size());
      prefetch_stored_document(bytes, offset);
    }
  }
  CHECK(stored_document_at("abc", ~std::uint64_t{0}).positions.empty());
}

TEST_CASE("document store: what a stopped run wrote after the last commit is cut off", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 20);
  const auto committed = std::filesystem::file_size(live_document_store(directory.data()));
  std::ofstream(live_document_store(directory.data()), std::ios::app) << "half of a rec";
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

TEST_CASE("document store: a truncated or missing file is damage, for readers and for the writer", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 20);
  std::filesystem::resize_file(live_document_store(directory.data()), 100);
  CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
  std::filesystem::remove(live_document_store(directory.data()));
  CHECK(IndexReader::open(directory.data()).error().code == ErrorCode::IndexDamaged);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("document store: an overwritten document is damage where it is read", "[index]") {
  const test::TemporaryDirectory directory;
  put_all(directory.data(), 0, 3);
  {
    std::fstream file(live_document_store(directory.data()), std::ios::in | std::ios::out | std::ios::binary);
    file << std::string(20, '\xff');
  }
  const auto reader = IndexReader::open(directory.data());
  REQUIRE(reader);
  const auto first = (*reader)->find(test::article(0).id);
  CHECK((*reader)->article(first, RecordPart::Fields).error().code == ErrorCode::IndexDamaged);
  CHECK((*reader)->article((*reader)->find(test::article(2).id), RecordPart::Fields));
}
