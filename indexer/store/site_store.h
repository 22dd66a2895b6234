// SPDX-License-Identifier: GPL-3.0-or-later
/// Which sites have stored pages that were not compared with one another yet, and what was last learnt from each site.
/// A site is an origin: "https://example.org".
///
/// Changes are made inside the caller's Transaction. `Database` must outlive the store. Not thread-safe.
#pragma once

#include "shared/store/sqlite.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::store {

class SiteStore {
 public:
  explicit SiteStore(Database& database) : db_(&database) {}

  /// Notes that a page of the site was stored.
  Result<void> note_change(std::string_view origin);
  /// The sites of which pages were stored since they were learnt.
  Result<std::vector<std::string>> changed();
  /// Forgets what was learnt from the sites that have changed: a crawl was killed before it could learn them.
  Result<void> forget_changed();

  /// A hash of what was learnt last; empty if nothing was.
  Result<std::string> hash(std::string_view origin);
  Result<void> save_hash(std::string_view origin, std::string_view hash);

  /// The addresses of the site's stored pages.
  Result<std::vector<std::string>> pages(std::string_view origin);
  /// The addresses of all stored pages.
  Result<std::vector<std::string>> all_pages();
  /// Has the articles of all stored pages of the site extracted again.
  Result<void> make_stale(std::string_view origin);

 private:
  Database* db_;
};

} // namespace trawl::store
