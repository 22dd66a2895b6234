// SPDX-License-Identifier: GPL-3.0-or-later
/// Raw inputs: everything that articles are extracted from, as received. The whole index can be rebuilt from them.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/store/stored_record.h"
#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// Where an input came from. Stored as a number. If two inputs give one article, the smaller kind is shown.
enum class InputKind : std::uint8_t {
  Page,  ///< fetched; the body is the response's
  Row,   ///< imported; the body is one JSON object of the import format, or an HTML page by its content type
  Entry, ///< a feed entry whose page is not fetched; its DiscoveredLinks hold the content, the body is empty
};

struct Input {
  std::int64_t id = 0;
  InputKind kind = InputKind::Page;
  std::string url;    ///< canonical; "text:" + hash for an imported row without one
  std::string source; ///< of a Row; pages and entries have DiscoveredLinks
  std::string content_type, etag, last_modified;
  bool noindex = false; ///< stated by the X-Robots-Tag header
  Moment first_seen{};  ///< kept when the input is replaced
  Moment fetched_at{};
  std::string body;
};

class InputStore {
 public:
  explicit InputStore(Database& database) : db_(&database), records_(database) {}

  /// Adds or replaces the input with this url and kind; sets `id` and `first_seen` to the stored values. `frame` is
  /// the compressed body (see compress.h), so that another thread can do that work; of a row, `pack_row`.
  Result<void> save(Input& input, std::string_view frame);
  /// The body of a row as it is stored (stored_record.h).
  Result<std::string> pack_row(std::string_view body);

  /// nullopt if there is none. The body stays empty unless `with_body`.
  Result<std::optional<Input>> find(std::string_view url, InputKind kind, bool with_body = true);

  /// The addresses of the stored pages of an origin, such as "https://example.org".
  Result<std::vector<std::string>> pages_of(std::string_view origin);
  Result<void> set_first_seen(std::int64_t id, Moment first_seen);

  /// Notes that the server confirmed the stored page (304).
  Result<void> confirm(std::int64_t id, Moment fetched_at);

  Result<std::int64_t> count();

  /// All inputs with an id above `after_id`, by id. Return false to stop.
  Result<void> each(std::int64_t after_id, const std::function<bool(Input)>& visit);

  /// Pages that are articles and whose links were not followed since they were stored: with ids above `after`, by id,
  /// at most `limit`.
  Result<std::vector<Input>> with_unread_links(std::int64_t after, std::size_t limit);
  Result<void> set_links_read(std::int64_t id);

 private:
  Result<void> read(std::string_view query, std::initializer_list<Value> values,
                    const std::function<bool(Input)>& visit);

  Database* db_;
  StoredRecords records_;
};

} // namespace trawl::store
