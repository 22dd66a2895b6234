// SPDX-License-Identifier: GPL-3.0-or-later
/// What addresses show that is not believed yet, one page an address (indexer/crawl/pages/acceptance.h); what was
/// believed last stays in the InputStore until then. Beside these, for some days, rows without a page: first readings,
/// which are believed for now, and what was shown where there was no article. No policy.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/store/input_store.h"
#include "shared/base/date_time.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

struct Pending {
  std::int64_t url = 0;   ///< id of its UrlRow
  int change = 0;         ///< crawl::Change: how it differs from what is believed
  bool is_new = false;    ///< what is believed was seen only once, or there is nothing
  Moment since{}, seen{}; ///< when it was seen like this first, and last
  std::string title;      ///< of what is shown
  std::string stated;     ///< the address that the page states as its own; empty: none
  std::string print;      ///< crawl::Showing's text, in bytes
};

class PendingStore {
 public:
  explicit PendingStore(Database& database) : db_(&database) {}

  /// nullopt if the address has no row.
  Result<std::optional<Pending>> of(std::int64_t url);
  /// All, by URL.
  Result<std::vector<Pending>> all();
  /// Adds or replaces it, with its page: `input.body` is ignored, `frame` is the compressed body.
  Result<void> save(const Pending& pending, const Input& input, std::string_view frame);
  /// The page of one, with its body; nullopt if there is none, or it is only in the InputStore.
  Result<std::optional<Input>> page(std::int64_t url);
  Result<void> drop(std::int64_t url);

 private:
  Database* db_;
};

} // namespace trawl::store
