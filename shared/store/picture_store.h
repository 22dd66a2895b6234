// SPDX-License-Identifier: GPL-3.0-or-later
/// Pictures of articles, kept in crawl.db so that an article is whole without a network and after its site has gone.
/// The crawl writes them, the daemon reads them.
///
/// All together they have a budget: what does not fit takes the place of those that have been noted longest.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/store/sqlite.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::store {

/// A picture whose bytes begin as those of a format that all browsers show, and are no program for them, as SVG is.
struct PictureKind {
  std::string_view media_type; ///< empty: none of them
  std::uint32_t width = 0, height = 0;
};

/// PNG, JPEG, GIF or WebP by its signature, with its size in pixels; none of more than 50 million pixels.
PictureKind kind_of_picture(std::string_view bytes);

/// A stored picture without its bytes.
struct StoredPicture {
  std::string key; ///< of the daemon's path: 32 hexadecimal digits
  std::uint32_t width = 0, height = 0;
};

class PictureStore {
 public:
  static constexpr std::size_t kMaxBytes = 3u << 20, kMaxOfArticle = 40;
  static constexpr std::int64_t kMaxBytesOfArticle = 15 << 20, kMaxBytesOfSource = 300 << 20;

  static constexpr std::int64_t kDefaultBudget = 500'000'000; ///< bytes of all

  /// `budget`: bytes of all pictures. `spared`: ids of articles whose pictures make no room for others.
  explicit PictureStore(Database& database, std::int64_t budget = kDefaultBudget,
                        std::set<std::string, std::less<>> spared = {})
      : db_(&database), budget_(budget), spared_(std::move(spared)) {}

  /// Notes that an article has the picture. Whether it is to be fetched: it is new, or had made room for others.
  Result<bool> want(std::string_view address, std::string_view article, std::string_view source);
  /// The addresses of pictures that are still to be fetched, the newest first.
  Result<std::vector<std::string>> wanted(std::size_t limit);
  /// Keeps the bytes if they are a picture within the limits of one, of its article and of its source, and the budget
  /// has room for it, or can be given some; else never asks for it again. Whether they are kept.
  Result<bool> keep(std::string_view address, std::string_view bytes);
  /// Never asks for it again.
  Result<void> refuse(std::string_view address);

  Result<std::optional<StoredPicture>> find(std::string_view address);
  /// The bytes; empty if there is none of this key.
  Result<std::string> bytes(std::string_view key);

 private:
  Result<bool> make_room(std::int64_t size);

  Database* db_;
  std::int64_t budget_;
  std::set<std::string, std::less<>> spared_;
};

/// The daemon's view: crawl.db without the right to write. Nullopt if there are no pictures.
Result<std::optional<Database>> open_pictures_for_reading(const DataDirectory& directory);

} // namespace trawl::store
