// SPDX-License-Identifier: GPL-3.0-or-later
/// Files of the index that are missing, damaged or of another version.
#include "shared/base/crc32c.h"
#include "shared/base/file.h"
#include "shared/index/generation_check.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "tests/support/articles.h"
#include "tests/support/index_of.h"
#include "tests/support/source_tree.h"
#include "tests/support/temporary_directory.h"

#include <random>

#include <catch2/catch.hpp>

namespace index_files_test {

using namespace trawl;
using namespace trawl::index;
using trawl::test::article;
using trawl::test::must;

namespace {

IndexWriter writer_of(const DataDirectory& directory) { return must(IndexWriter::open_live(directory)); }
std::shared_ptr<IndexReader> reader_of(const DataDirectory& directory) { return must(IndexReader::open(directory)); }

} // namespace

TEST_CASE("index: opening an index of another schema version is a clear error", "[index]") {
  const test::TemporaryDirectory directory;
  {
    writer_of(directory.data());
  }
  const auto path = manifest_file(generation_path(directory.data(), 1));
  std::string bytes = *read_file(path);
  bytes[8] = 99; // after the magic
  bytes.resize(bytes.size() - 4);
  const std::uint32_t sum = crc32c(bytes);
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  REQUIRE(write_file_atomic(path, bytes));
  const auto reader = IndexReader::open(directory.data());
  REQUIRE_FALSE(reader);
  CHECK(reader.error().code == ErrorCode::IndexDamaged);
  CHECK(reader.error().what == "the index has schema 99, this program needs " + std::to_string(kSchemaVersion));
  CHECK(reader.error().hint == "run `trawl index rebuild`");
}

// Fuzzing begins with them; what another schema version wrote is refused before anything is looked at.
TEST_CASE("index: the fuzz targets' manifests and segment are of this schema version", "[index]") {
  const std::string seeds = test::in_source_tree("tests/fuzz/seeds/");
  const auto three = manifest_from_bytes(must(read_file(seeds + "manifest/three-segments")), "manifest");
  REQUIRE(three);
  CHECK(three->segments.size() == 3);

  const std::string pair = must(read_file(seeds + "snapshot/four-articles")); // the manifest's size in two bytes, both
  const std::size_t size =
      static_cast<unsigned char>(pair.at(0)) + std::size_t{256} * static_cast<unsigned char>(pair.at(1));
  const test::TemporaryDirectory directory;
  const auto folder = generation_path(directory.data(), 1);
  std::filesystem::create_directories(folder);
  REQUIRE(write_file_atomic(directory.data().current(), "gen-000001\n"));
  REQUIRE(write_file_atomic(manifest_file(folder), std::string_view(pair).substr(2, size)));
  REQUIRE(write_file_atomic(segment_path(folder, 1), std::string_view(pair).substr(2 + size)));
  CHECK(reader_of(directory.data())->columns().live_documents == 4);
}

TEST_CASE("index: an index of Xapian tables alone is that of an older version", "[index]") {
  const test::TemporaryDirectory directory;
  {
    writer_of(directory.data());
  }
  const auto generation = generation_path(directory.data(), 1);
  std::filesystem::remove(manifest_file(generation));
  REQUIRE(write_file_atomic(generation / "iamglass", ""));
  const auto reader = IndexReader::open(directory.data());
  REQUIRE_FALSE(reader);
  CHECK(reader.error().code == ErrorCode::IndexDamaged);
  CHECK(reader.error().what == "an older version of Trawl wrote the index");
}

TEST_CASE("index: truncated files are an error, not a crash", "[index]") {
  const test::TemporaryDirectory directory;
  {
    IndexWriter writer = writer_of(directory.data());
    for (std::size_t i = 0; i < 500; ++i) REQUIRE(writer.put(article(i)));
    REQUIRE(writer.commit(1));
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.data().index() / "gen-000001")) {
    if (entry.is_regular_file()) std::filesystem::resize_file(entry.path(), entry.file_size() / 3);
  }
  const auto reader = IndexReader::open(directory.data());
  REQUIRE_FALSE(reader);
  CHECK(exit_code_of(reader.error().code) == 3);
  CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
}

TEST_CASE("index: without the file of a segment, the others are read and its articles are counted", "[index]") {
  const test::TemporaryDirectory directory;
  {
    IndexWriter writer = writer_of(directory.data());
    for (std::size_t i = 0; i < 3; ++i) REQUIRE(writer.put(article(i)));
    REQUIRE(writer.commit(1));
    REQUIRE(writer.put(article(3)));
    REQUIRE(writer.put(article(0)));
    REQUIRE(writer.commit(2));
  }
  const auto generation = generation_path(directory.data(), 1);
  for (const std::uint64_t number : {1U, 2U}) {
    CAPTURE(number);
    const auto file = segment_path(generation, number), aside = directory.data().root / "aside";
    std::filesystem::rename(file, aside);
    const auto reader = reader_of(directory.data());
    CHECK(reader->missing_documents() == 2);
    CHECK(reader->columns().live_documents == 2);
    CHECK((reader->find(article(3).id) != 0) == (number == 1));
    CHECK(IndexWriter::open_live(directory.data()).error().code == ErrorCode::IndexDamaged);
    std::filesystem::rename(aside, file);
  }
  CHECK_FALSE(reader_of(directory.data())->missing_documents());
}

TEST_CASE("index: a check finds nothing in an index that was written in any way", "[index]") {
  std::mt19937 random(31);
  trawl::test::TestIndex made;
  for (int round = 0; round < 12; ++round) {
    for (auto i = random() % 40; i > 0; --i) {
      const std::size_t number = random() % 200;
      if (random() % 5 == 0) {
        must(made.writer().remove(article(number).id));
      } else {
        must(made.writer().put(trawl::test::random_article(number, random)));
      }
    }
    made.add({});
    const auto checked = check_generation(made.data());
    INFO((checked ? std::string() : to_sentence(checked.error())));
    REQUIRE(checked);
  }
}

TEST_CASE("index: a check finds a wrong byte of any file of a generation", "[index]") {
  const test::TemporaryDirectory directory;
  IndexWriter writer = must(IndexWriter::create_generation(directory.data()));
  for (std::size_t i = 0; i < 20; ++i) must(writer.put(article(i)));
  must(writer.publish(1));
  REQUIRE(check_generation(directory.data()));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(generation_path(directory.data(), 1))) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path());
    const std::string bytes = must(read_file(entry.path()));
    for (const std::size_t at : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ 1);
      must(write_file_atomic(entry.path(), changed));
      CHECK(check_generation(directory.data()).error().code == ErrorCode::IndexDamaged);
      CHECK(check_generation(directory.data()).error().where == entry.path().string());
    }
    must(write_file_atomic(entry.path(), bytes.substr(0, bytes.size() - 1)));
    CHECK(check_generation(directory.data()).error().code == ErrorCode::IndexDamaged);
    must(write_file_atomic(entry.path(), bytes));
    ++files;
  }
  CHECK(files == 2); // manifest, segment
  CHECK(check_generation(directory.data()));
}

} // namespace index_files_test
