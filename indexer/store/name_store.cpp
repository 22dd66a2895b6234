// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/name_store.h"

namespace trawl::store {

Result<std::vector<Name>> NameStore::names_of(std::int64_t input) {
  std::vector<Name> names;
  TRAWL_CHECK(db_->each("SELECT position, id FROM names WHERE input = ? AND address IS NULL ORDER BY position", {input},
                        [&](const Row& row) {
                          names.push_back({row.integer(0), row.text(1), input});
                          return true;
                        }));
  return names;
}

Result<std::optional<std::int64_t>> NameStore::holder(std::string_view id) {
  return input_of("SELECT input FROM names WHERE id = ? AND address IS NULL", id);
}

Result<std::optional<std::int64_t>> NameStore::once_stating(std::string_view id) {
  return input_of("SELECT input FROM names WHERE id = ? AND address IS NOT NULL", id);
}

Result<std::optional<std::int64_t>> NameStore::input_of(std::string_view query, std::string_view id) {
  std::optional<std::int64_t> input;
  TRAWL_CHECK(db_->each(query, {id}, [&](const Row& row) {
    input = row.integer(0);
    return false;
  }));
  return input;
}

Result<void> NameStore::give(std::string_view id, std::int64_t input) {
  TRAWL_CHECK(db_->run("DELETE FROM names WHERE id = ? AND address IS NOT NULL", {id}));
  return db_->run("INSERT OR IGNORE INTO names(id, input) VALUES(?,?)", {id, input});
}

Result<void> NameStore::keep_stated(std::string_view id, std::string_view address, std::int64_t input) {
  return db_->run("INSERT INTO names(id, input, address) VALUES(?,?,?) "
                  "ON CONFLICT(id) DO UPDATE SET input = excluded.input WHERE address IS NOT NULL",
                  {id, input, address});
}

Result<std::vector<std::string>> NameStore::once_stated(std::int64_t input) {
  std::vector<std::string> addresses;
  TRAWL_CHECK(
      db_->each("SELECT address FROM names WHERE input = ? AND address IS NOT NULL", {input}, [&](const Row& row) {
        addresses.push_back(row.text(0));
        return true;
      }));
  return addresses;
}

Result<void> NameStore::hand_over(std::int64_t from, std::int64_t to) {
  return db_->run("UPDATE names SET input = ? WHERE input = ?", {to, from});
}

Result<void> NameStore::inherit(std::string_view address, std::int64_t to) {
  return db_->run("UPDATE names SET input = ? WHERE input IN (SELECT i.id FROM inputs i LEFT JOIN members m "
                  "ON m.input = i.id WHERE i.url = ? AND m.input IS NULL)",
                  {to, address});
}

Result<void> NameStore::settle() {
  TRAWL_CHECK(db_->run("DELETE FROM names WHERE address IS NOT NULL AND id IN (SELECT id FROM articles "
                       "WHERE sequence > (SELECT sequence FROM settled) AND +cluster IS NOT NULL)"));
  TRAWL_CHECK(db_->run("INSERT OR IGNORE INTO names(id, input) SELECT id, member FROM articles "
                       "WHERE sequence > (SELECT sequence FROM settled) AND +cluster IS NOT NULL ORDER BY member"));
  return db_->run("UPDATE settled SET sequence = (SELECT max(sequence) FROM articles) "
                  "WHERE sequence < (SELECT max(sequence) FROM articles)");
}

} // namespace trawl::store
