// SPDX-License-Identifier: GPL-3.0-or-later
/// Raw inputs: everything articles are made of, as it came. With them alone the whole index can be made again.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store.
#pragma once

#include "indexer/store/sqlite.h"
#include "shared/base/date_time.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

/// Where an input came from; of two inputs of one article the smaller kind is shown.
enum class InputKind : std::uint8_t {
  Page,  ///< fetched; the body is the answer's
  Row,   ///< imported; the body is one JSON object of the import format, or an HTML page by its content type
  Entry, ///< a feed's entry whose page is not fetched; the mentions hold all, the body is empty
};

struct Input {
  std::int64_t id = 0;
  InputKind kind = InputKind::Page;
  std::string url;    ///< canonical; "text:" + hash for an imported row without one
  std::string source; ///< of a Row; pages and entries have their mentions
  std::string content_type, etag, last_modified;
  bool noindex = false; ///< by the answer's header
  Moment first_seen{};  ///< kept when the input is replaced
  Moment fetched_at{};
  std::string body;
};

class InputStore {
 public:
  explicit InputStore(Database& database) : db_(&database) {}

  /// Adds or replaces the input of this url and kind; sets `id` and `first_seen` to what is stored. `frame`: the body
  /// as `compress` gives it, so that the work can be done on another thread.
  Result<void> save(Input& input, std::string_view frame);

  /// nullopt if there is none. Without `with_body` the body stays empty.
  Result<std::optional<Input>> find(std::string_view url, InputKind kind, bool with_body = true);

  /// The server says that the page is as we have it.
  Result<void> confirm(std::int64_t id, Moment fetched_at);

  /// All inputs after `after_id`, in the order of their ids. Return false to stop.
  Result<void> each(std::int64_t after_id, const std::function<bool(Input)>& visit);

  /// Pages that are articles and whose links nobody has read since they were stored, at most `limit`.
  Result<std::vector<Input>> with_unread_links(std::size_t limit);
  Result<void> set_links_read(std::int64_t id);

  Result<std::int64_t> count();

 private:
  Result<void> read(std::string_view query, std::int64_t parameter, const std::function<bool(Input)>& visit);

  Database* db_;
};

} // namespace trawl::store
