// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/picture_store.h"

#include "indexer/store/backup.h"
#include "indexer/store/open_store.h"
#include "tests/support/small_png.h"
#include "tests/support/temporary_directory.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::store;

namespace picture_store_test {

void check_kind(const std::string& bytes, std::string_view type, std::uint32_t width, std::uint32_t height) {
  const PictureKind kind = kind_of_picture(bytes);
  CHECK(kind.media_type == type);
  CHECK(kind.width == width);
  CHECK(kind.height == height);
}

std::string padded(std::string bytes) {
  bytes.resize(60, '\0');
  return bytes;
}

} // namespace picture_store_test
using namespace picture_store_test;

TEST_CASE("pictures: formats are told by their signatures, with their sizes", "[store]") {
  using namespace std::string_literals;
  check_kind(test::small_png(640, 480), "image/png", 640, 480);
  check_kind(padded("GIF89a\x80\x02\xE0\x01"s), "image/gif", 640, 480);
  check_kind(padded("\xFF\xD8\xFF\xE0\0\x04xx\xFF\xC0\0\x11\x08\x01\xE0\x02\x80"s), "image/jpeg", 640, 480);
  check_kind(padded("RIFFxxxxWEBPVP8Xxxxx\0\0\0\0\x7F\x02\0\xDF\x01\0"s), "image/webp", 640, 480);
  check_kind(padded("RIFFxxxxWEBPVP8 xxxx\0\0\0\x9D\x01\x2A\x80\x02\xE0\x01"s), "image/webp", 640, 480);
}

TEST_CASE("pictures: what is no picture, a program or far too large is none", "[store]") {
  using namespace std::string_literals;
  for (const std::string& bytes :
       {""s, "\x89PNG\r\n\x1A\n"s, padded("<svg xmlns='http://www.w3.org/2000/svg'>"s), padded("<html>"s),
        padded("%PDF-1.7"s), padded("RIFFxxxxWAVEfmt "s), padded("\xFF\xD8\xFF\xE0\0\0"s), padded("\xFF\xD8\xFF\xC0"s),
        test::small_png(0, 5), test::small_png(60'000, 60'000)})
    CHECK(kind_of_picture(bytes).media_type.empty());
  for (std::size_t size = 0; size < 60; ++size) CHECK(kind_of_picture(std::string(size, '\xFF')).media_type.empty());
}

TEST_CASE("pictures: each is wanted once, kept or refused, and found by its address", "[store]") {
  test::TemporaryDirectory directory;
  auto database = open_store(directory.data()).value();
  PictureStore pictures(database);
  const std::string a = "https://a.example/1.png", b = "https://a.example/2.svg";
  CHECK(pictures.want(a, "article", "a").value());
  CHECK_FALSE(pictures.want(a, "another", "a").value());
  CHECK(pictures.want(b, "article", "a").value());
  CHECK(pictures.wanted(10).value() == std::vector<std::string>{b, a});
  CHECK_FALSE(pictures.find(a).value());
  CHECK(pictures.keep(a, test::small_png()).value());
  CHECK_FALSE(pictures.keep(b, "<svg/>").value());
  CHECK(pictures.wanted(10)->empty());
  const auto found = pictures.find(a).value();
  REQUIRE(found);
  CHECK(found->width == 4);
  CHECK(pictures.bytes(found->key) == test::small_png());
  CHECK_FALSE(pictures.find(b).value());
  CHECK(pictures.bytes("' OR 1=1 --")->empty());
  CHECK_FALSE(pictures.keep("https://a.example/not-wanted.png", test::small_png()).value());
}

TEST_CASE("pictures: an article and a source have no more bytes than they may", "[store]") {
  test::TemporaryDirectory directory;
  auto database = open_store(directory.data()).value();
  PictureStore pictures(database);
  const std::string large = test::small_png(9, 9, PictureStore::kMaxBytes);
  std::int64_t kept = 0;
  for (int i = 0; i < 8; ++i) {
    const std::string address = "https://a.example/" + std::to_string(i);
    REQUIRE(pictures.want(address, "article", "a"));
    kept += pictures.keep(address, large).value() ? static_cast<std::int64_t>(large.size()) : 0;
  }
  CHECK(kept == PictureStore::kMaxBytesOfArticle);
  REQUIRE(pictures.want("https://a.example/b", "another", "a"));
  CHECK(pictures.keep("https://a.example/b", large).value());
  REQUIRE(pictures.want("https://a.example/c", "a third", "a"));
  CHECK_FALSE(pictures.keep("https://a.example/c", test::small_png(9, 9, PictureStore::kMaxBytes + 1)).value());
}

TEST_CASE("pictures: beyond the budget the oldest make room, but not those of spared articles", "[store]") {
  test::TemporaryDirectory directory;
  auto database = open_store(directory.data()).value();
  PictureStore pictures(database, 250, {"starred"});
  const std::string hundred = test::small_png(9, 9, 100);
  const auto add = [&](const std::string& address, const std::string& article) {
    REQUIRE(pictures.want(address, article, "a").value());
    return pictures.keep(address, hundred).value();
  };
  CHECK(add("https://a.example/1", "starred"));
  CHECK(add("https://a.example/2", "second"));
  CHECK(add("https://a.example/3", "third"));
  CHECK(pictures.find("https://a.example/1").value());
  CHECK_FALSE(pictures.find("https://a.example/2").value());
  CHECK(pictures.find("https://a.example/3").value());
  CHECK(pictures.wanted(10)->empty()); // what made room is not asked for again unasked

  CHECK(add("https://a.example/2", "second")); // but again if the article is stored or marked again
  CHECK_FALSE(pictures.find("https://a.example/3").value());
}

TEST_CASE("pictures: what no room can be made for costs no other its place, and is never asked for again", "[store]") {
  test::TemporaryDirectory directory;
  auto database = open_store(directory.data()).value();
  PictureStore pictures(database, 250, {"starred"});
  for (const std::string address : {"https://a.example/1", "https://a.example/2"}) {
    const bool is_first = address.ends_with("1");
    REQUIRE(pictures.want(address, is_first ? "starred" : "other", "a"));
    REQUIRE(pictures.keep(address, test::small_png(9, 9, 100)).value());
  }
  REQUIRE(pictures.want("https://a.example/large", "third", "a"));
  CHECK_FALSE(pictures.keep("https://a.example/large", test::small_png(9, 9, 200)).value());
  CHECK(pictures.find("https://a.example/2").value());
  CHECK_FALSE(pictures.want("https://a.example/large", "third", "a").value());
}

TEST_CASE("pictures: a backup takes them along", "[store]") {
  test::TemporaryDirectory directory, restored;
  {
    auto database = open_store(directory.data()).value();
    PictureStore pictures(database);
    REQUIRE(pictures.want("https://a.example/1", "article", "a"));
    REQUIRE(pictures.keep("https://a.example/1", test::small_png()));
  }
  REQUIRE(back_up(directory.data(), directory.data().root / "backup"));
  REQUIRE(unpack_backup(directory.data().root / "backup", restored.data()));
  auto database = open_pictures_for_reading(restored.data()).value();
  REQUIRE(database);
  CHECK(PictureStore(*database).find("https://a.example/1").value());
}
