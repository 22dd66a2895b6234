// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/name_store.h"

namespace trawl::store {

Result<std::vector<Name>> NameStore::names_of(std::int64_t input) {
  std::vector<Name> names;
  TRAWL_CHECK(
      db_->each("SELECT position, id FROM names WHERE input = ? ORDER BY position", {input}, [&](const Row& row) {
        names.push_back({row.integer(0), row.text(1), input});
        return true;
      }));
  return names;
}

Result<std::optional<std::int64_t>> NameStore::holder(std::string_view id) {
  std::optional<std::int64_t> input;
  TRAWL_CHECK(db_->each("SELECT input FROM names WHERE id = ?", {id}, [&](const Row& row) {
    input = row.integer(0);
    return false;
  }));
  return input;
}

Result<void> NameStore::give(std::string_view id, std::int64_t input) {
  return db_->run("INSERT OR IGNORE INTO names(id, input) VALUES(?,?)", {id, input});
}

Result<void> NameStore::move(std::string_view id, std::int64_t to) {
  return db_->run("UPDATE names SET input = ? WHERE id = ?", {to, id});
}

Result<void> NameStore::hand_over(std::int64_t from, std::int64_t to) {
  return db_->run("UPDATE names SET input = ? WHERE input = ?", {to, from});
}

/// Few addresses have one, and SQLite finds that out sooner than it changes nothing.
Result<void> NameStore::inherit(std::string_view address, std::int64_t to) {
  std::vector<std::int64_t> former;
  TRAWL_CHECK(db_->each("SELECT i.id FROM inputs i LEFT JOIN members m ON m.input = i.id "
                        "WHERE i.url = ? AND m.input IS NULL",
                        {address}, [&](const Row& row) {
                          former.push_back(row.integer(0));
                          return true;
                        }));
  for (const auto input : former) TRAWL_CHECK(hand_over(input, to));
  return {};
}

Result<void> NameStore::end_run(Moment now) {
  TRAWL_CHECK(db_->run("UPDATE links SET since = ? WHERE since IS NULL", {to_seconds(now)}));
  return settle();
}

Result<void> NameStore::settle() {
  TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO names(id, input) SELECT id, member FROM articles "
                       "WHERE sequence > (SELECT settled FROM store) AND +cluster IS NOT NULL AND member <> 0 "
                       "ORDER BY member"));
  return db_->run("UPDATE store SET settled = (SELECT max(sequence) FROM articles) "
                  "WHERE settled < (SELECT max(sequence) FROM articles)");
}

} // namespace trawl::store
