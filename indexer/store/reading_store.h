// SPDX-License-Identifier: GPL-3.0-or-later
/// The key by which each input was read last (indexer/crawl/pages/derive.h), and which sources have news: changed links
/// or new pages from which their articles have not been derived yet. So a crawl that is killed leaves nothing undone.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/store/url_store.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// Stored as a number.
enum class News : std::uint8_t {
  Links, ///< what is said of its pages, or by whom, has changed
  Pages, ///< pages were stored, so that its site may look another way
};

/// An address of a source, and what is stored there.
struct ReadAddress {
  std::int64_t id = 0; ///< of its UrlRow
  std::string url;
  UrlState state = UrlState::New;
  bool is_due = false;               ///< it is to be fetched, now or later
  std::optional<std::string> page;   ///< the key of the stored page, empty: not read yet; nullopt: there is no page
  std::optional<std::string> entry;  ///< the same of the feed entry
  std::string claim, source;         ///< of the article of the page, else of the entry
  std::vector<DiscoveredLink> links; ///< to it, with hashes in place of their signals
};

class ReadingStore {
 public:
  explicit ReadingStore(Database& database) : db_(&database) {}

  /// Saves the key by which an input was read.
  Result<void> save(std::int64_t input, std::string_view key);

  /// Notes news: of all sources that link to the URL with this id, or of one source.
  Result<void> note(News news, std::int64_t url);
  Result<void> note(News news, std::string_view source);
  /// That who may say what has changed: of all sources.
  Result<void> note_all();
  /// The sources with such news, in the order of their ids.
  Result<std::vector<std::string>> sources(News news);
  Result<void> end(News news, std::string_view source);
  Result<void> end_all();
  Result<bool> has_news();

  /// Those that a source links to, and those of its articles, in the order of discovery. StoreDamaged if one is
  /// missing.
  Result<std::vector<ReadAddress>> addresses(std::string_view source);

 private:
  Database* db_;
};

} // namespace trawl::store
