// SPDX-License-Identifier: GPL-3.0-or-later
/// A crawl.db that has only what readers of an index ask it for.
#pragma once

#include "shared/store/sqlite.h"
#include "shared/store/store_position.h"
#include "tests/support/index_of.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace trawl::test {

class SmallStore {
 public:
  static constexpr const char* kName = "abcdef012345";

  explicit SmallStore(const DataDirectory& directory)
      : database_(must(store::Database::open(directory.crawl_db(), store::OpenMode::ReadWrite))) {
    must(database_.execute(
        "CREATE TABLE store(id TEXT); INSERT INTO store VALUES('abcdef012345');"
        "CREATE TABLE articles(id TEXT PRIMARY KEY, sequence INTEGER NOT NULL UNIQUE) WITHOUT ROWID"));
    must(database_.execute(("PRAGMA user_version = " + std::to_string(store::kStoreSchema)).c_str()));
  }

  /// An article is new or other than before.
  void change(std::string_view id) {
    must(database_.run("INSERT OR REPLACE INTO articles VALUES(?, ?)", {id, ++sequence_}));
  }

 private:
  store::Database database_;
  std::int64_t sequence_ = 0;
};

} // namespace trawl::test
