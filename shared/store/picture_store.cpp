// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/picture_store.h"

#include "shared/base/file.h"
#include "shared/base/sha256.h"

#include <algorithm>

namespace trawl::store {
namespace {

constexpr std::uint64_t kMaxPixels = 50'000'000;
constexpr std::size_t kKeyBytes = 16;

enum State : std::int64_t { Wanted = 0, Kept = 1, Refused = 2, MadeRoom = 3 };

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::uint32_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;)
    value = value << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
  return value;
}

/// Its frame header is behind segments that name their lengths.
PictureKind kind_of_jpeg(std::string_view bytes) {
  for (std::size_t at = 2; at + 9 < bytes.size() && bytes[at] == '\xFF';) {
    const auto marker = static_cast<unsigned char>(bytes[at + 1]);
    const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (is_frame) return {"image/jpeg", big_endian(bytes, at + 7, 2), big_endian(bytes, at + 5, 2)};
    at += 2 + std::max<std::size_t>(2, big_endian(bytes, at + 2, 2));
  }
  return {};
}

/// https://developers.google.com/speed/webp/docs/riff_container
PictureKind kind_of_webp(std::string_view bytes) {
  const std::string_view chunk = bytes.substr(12, 4);
  if (chunk == "VP8X") return {"image/webp", 1 + little_endian(bytes, 24, 3), 1 + little_endian(bytes, 27, 3)};
  if (chunk == "VP8 ")
    return {"image/webp", little_endian(bytes, 26, 2) & 0x3FFF, little_endian(bytes, 28, 2) & 0x3FFF};
  if (chunk != "VP8L") return {};
  const std::uint32_t bits = little_endian(bytes, 21, 4);
  return {"image/webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)};
}

PictureKind by_signature(std::string_view bytes) {
  if (bytes.size() < 30) return {};
  if (bytes.starts_with("\x89PNG\r\n\x1A\n") && bytes.substr(12, 4) == "IHDR")
    return {"image/png", big_endian(bytes, 16, 4), big_endian(bytes, 20, 4)};
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"))
    return {"image/gif", little_endian(bytes, 6, 2), little_endian(bytes, 8, 2)};
  if (bytes.starts_with("\xFF\xD8\xFF")) return kind_of_jpeg(bytes);
  if (bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP") return kind_of_webp(bytes);
  return {};
}

std::string key_of(std::string_view address) { return sha256_hex(address, kKeyBytes); }

} // namespace

PictureKind kind_of_picture(std::string_view bytes) {
  const PictureKind kind = by_signature(bytes);
  const std::uint64_t pixels = std::uint64_t{kind.width} * kind.height;
  return pixels == 0 || pixels > kMaxPixels ? PictureKind{} : kind;
}

Result<bool> PictureStore::want(std::string_view address, std::string_view article, std::string_view source) {
  const std::string key = key_of(address);
  TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO pictures(key, address, article, source) VALUES(?,?,?,?)",
                       {std::string_view(key), address, article, source}));
  if (db_->changes() > 0) return true;
  TRAWL_CHECK(db_->run("UPDATE pictures SET state = ? WHERE key = ? AND state = ?",
                       {std::int64_t{Wanted}, std::string_view(key), std::int64_t{MadeRoom}}));
  return db_->changes() > 0;
}

Result<std::vector<std::string>> PictureStore::wanted(std::size_t limit) {
  std::vector<std::string> addresses;
  TRAWL_CHECK(db_->each("SELECT address FROM pictures WHERE state = 0 ORDER BY id DESC LIMIT ?",
                        {static_cast<std::int64_t>(limit)},
                        [&](const Row& row) { return addresses.push_back(row.text(0)), true; }));
  return addresses;
}

/// Whether a picture of this size fits into the budget. Takes the bytes of others only if that is enough.
Result<bool> PictureStore::make_room(std::int64_t size) {
  TRAWL_TRY(const auto kept, db_->number("SELECT sum(size) FROM pictures"));
  std::int64_t lacking = kept + size - budget_;
  std::vector<std::int64_t> leaving;
  if (lacking > 0) {
    TRAWL_CHECK(db_->each("SELECT id, size, article FROM pictures WHERE state = ? ORDER BY id", {std::int64_t{Kept}},
                          [&](const Row& row) {
                            if (spared_.contains(row.text(2))) return true;
                            leaving.push_back(row.integer(0));
                            lacking -= row.integer(1);
                            return lacking > 0;
                          }));
  }
  if (lacking > 0) return false;
  for (const std::int64_t id : leaving)
    TRAWL_CHECK(
        db_->run("UPDATE pictures SET state = ?, size = 0, bytes = x'' WHERE id = ?", {std::int64_t{MadeRoom}, id}));
  return true;
}

Result<bool> PictureStore::keep(std::string_view address, std::string_view bytes) {
  const PictureKind kind = kind_of_picture(bytes);
  const auto size = static_cast<std::int64_t>(bytes.size());
  TRAWL_TRY(const auto of_article, db_->number("SELECT sum(size) FROM pictures WHERE article = "
                                               "(SELECT article FROM pictures WHERE address = ?)",
                                               {address}));
  TRAWL_TRY(const auto of_source, db_->number("SELECT sum(size) FROM pictures WHERE source = "
                                              "(SELECT source FROM pictures WHERE address = ?)",
                                              {address}));
  const bool may_be_kept = !kind.media_type.empty() && bytes.size() <= kMaxBytes &&
                           of_article + size <= kMaxBytesOfArticle && of_source + size <= kMaxBytesOfSource;
  TRAWL_TRY(const bool has_room, may_be_kept ? make_room(size) : Result<bool>(false));
  if (!has_room) {
    TRAWL_CHECK(refuse(address));
    return false;
  }
  TRAWL_CHECK(
      db_->run("UPDATE pictures SET state = ?, width = ?, height = ?, bytes = ?, size = ? WHERE address = ?",
               {std::int64_t{Kept}, std::int64_t{kind.width}, std::int64_t{kind.height}, Blob{bytes}, size, address}));
  return db_->changes() > 0;
}

Result<void> PictureStore::refuse(std::string_view address) {
  return db_->run("UPDATE pictures SET state = ? WHERE address = ?", {std::int64_t{Refused}, address});
}

Result<std::optional<StoredPicture>> PictureStore::find(std::string_view address) {
  std::optional<StoredPicture> found;
  const std::string key = key_of(address);
  TRAWL_CHECK(db_->each(
      "SELECT width, height FROM pictures WHERE key = ? AND state = 1", {std::string_view(key)}, [&](const Row& row) {
        found = {key, static_cast<std::uint32_t>(row.integer(0)), static_cast<std::uint32_t>(row.integer(1))};
        return false;
      }));
  return found;
}

Result<std::string> PictureStore::bytes(std::string_view key) {
  std::string bytes;
  TRAWL_CHECK(db_->each("SELECT bytes FROM pictures WHERE key = ? AND state = 1", {key},
                        [&](const Row& row) { return bytes = row.text(0), false; }));
  return bytes;
}

Result<std::optional<Database>> open_pictures_for_reading(const DataDirectory& directory) {
  TRAWL_TRY(const bool has_store, is_there(directory.crawl_db()));
  if (!has_store) return std::nullopt;
  TRAWL_TRY(auto database, Database::open(directory.crawl_db(), OpenMode::ReadOnly));
  TRAWL_TRY(const auto tables, database.number("SELECT count(*) FROM sqlite_master WHERE name = 'pictures'"));
  if (tables == 0) return std::nullopt;
  return database;
}

} // namespace trawl::store
