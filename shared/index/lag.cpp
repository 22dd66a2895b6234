// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/lag.h"

#include "shared/store/store_position.h"

#include <string>

namespace trawl::index {
namespace {

Result<bool> is_of_another(std::string_view made_from, store::Database& crawl_db) {
  TRAWL_TRY(const std::string name, store::store_id(crawl_db));
  return !made_from.empty() && made_from != name;
}

} // namespace

Result<Lag> lag_of(std::string_view made_from, std::uint64_t sequence, store::Database& crawl_db) {
  Lag out;
  TRAWL_TRY(const bool is_foreign, is_of_another(made_from, crawl_db));
  TRAWL_TRY(const std::uint64_t last, store::last_change(crawl_db));
  if (is_foreign) {
    out.verdict = Lag::Verdict::Foreign;
    TRAWL_TRY(out.changes, store::changes_after(crawl_db, 0));
  } else if (sequence > last) {
    out = {.verdict = Lag::Verdict::Ahead, .changes = sequence - last};
  } else if (sequence < last) {
    out.verdict = Lag::Verdict::Behind;
    TRAWL_TRY(out.changes, store::changes_after(crawl_db, sequence));
  }
  return out;
}

bool is_foreign(const CommitState& index, const DataDirectory& directory) {
  if (!store::refuse_other_schema(directory)) return false;
  auto crawl_db = store::Database::open(directory.crawl_db(), store::OpenMode::ReadOnly);
  return crawl_db && is_of_another(index.store, *crawl_db).value_or(false);
}

} // namespace trawl::index
