// SPDX-License-Identifier: GPL-3.0-or-later
/// What addresses show that is not believed yet, one page an address (acceptance.h); what was believed last stays in
/// the InputStore until then. Beside these, for some days, rows without a page: first readings, which are believed for
/// now, and what was shown where there was no article. No policy.
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "indexer/crawl/pages/acceptance.h"
#include "indexer/store/input_store.h"
#include "shared/store/sqlite.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace trawl::crawl {

class PendingStore {
 public:
  explicit PendingStore(store::Database& database) : db_(&database) {}

  /// nullopt if the address has no row.
  Result<std::optional<Showing>> of(std::int64_t url);
  /// All, by URL.
  Result<std::vector<Showing>> all();
  /// Adds or replaces it, with its page: `input.body` is ignored, `frame` is the compressed body.
  Result<void> save(const Showing& showing, const store::Input& input, std::string_view frame);
  /// The same without a page.
  Result<void> save(const Showing& showing) { return save(showing, {}, {}); }
  /// The page of one, with its body; nullopt if there is none, or it is only in the InputStore.
  Result<std::optional<store::Input>> page(std::int64_t url);
  Result<void> drop(std::int64_t url);

 private:
  store::Database* db_;
};

} // namespace trawl::crawl
