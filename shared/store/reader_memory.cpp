// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/store/reader_memory.h"

#include "shared/article/article_id.h"
#include "shared/base/file.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"

#include <filesystem>
#include <string>
#include <utility>

namespace trawl::store {
namespace {

constexpr std::int64_t kVersion = 1;

/// A mark is the time at which it was given; `change` the revision in which several articles got it, for undo.
constexpr const char* kTables = R"(
  CREATE TABLE article(id TEXT PRIMARY KEY, read INTEGER, starred INTEGER, later INTEGER, note TEXT, change INTEGER)
    WITHOUT ROWID;
  CREATE TABLE search(name TEXT PRIMARY KEY, parameters TEXT NOT NULL, seen INTEGER) WITHOUT ROWID;
  CREATE TABLE shown(name TEXT, id TEXT, PRIMARY KEY(name, id)) WITHOUT ROWID;
  CREATE TABLE memory(revision INTEGER NOT NULL, undo_mark TEXT, undo_change INTEGER);
  INSERT INTO memory VALUES(0, NULL, NULL);
  PRAGMA user_version = 1;)";

std::string column_of(ReaderMark mark) { return std::string(kMarkNames.at(static_cast<std::size_t>(mark))); }

Result<void> check_version(Database& database, const std::filesystem::path& file,
                           const char* sql = "PRAGMA user_version") {
  TRAWL_TRY(const auto version, database.number(sql));
  if (version == kVersion) return {};
  return fail(ErrorCode::StoreDamaged, "another version of Trawl wrote this file", file.string(),
              "update Trawl, or move the file away to start with an empty one");
}

/// Makes the file with its tables, unless there is one. Other users cannot read it; SQLite gives its other files the
/// same mode. Under another name first: who closes a file that SQLite has open in this process takes its locks away.
Result<void> make_file(const std::filesystem::path& path) {
  TRAWL_TRY(const bool is_made, is_there(path));
  if (is_made) return {};
  TRAWL_TRY(const std::string image, Database::image_of(kTables));
  return write_file_atomic(path, image, Existing::Kept);
}

} // namespace

Result<ReaderMemory> ReaderMemory::open(const DataDirectory& directory) {
  TRAWL_CHECK(make_data_directory(directory));
  TRAWL_CHECK(make_file(directory.reader_db()));
  TRAWL_TRY(auto database, Database::open(directory.reader_db(), OpenMode::ReadWrite));
  TRAWL_CHECK(check_version(database, directory.reader_db()));
  return ReaderMemory(std::move(database), true);
}

Result<std::optional<ReaderMemory>> ReaderMemory::open_for_reading(const DataDirectory& directory) {
  TRAWL_TRY(const bool is_known, is_there(directory.reader_db()));
  if (!is_known) return std::nullopt;
  TRAWL_TRY(auto database, Database::open(directory.reader_db(), OpenMode::ReadOnly));
  TRAWL_CHECK(check_version(database, directory.reader_db()));
  return ReaderMemory(std::move(database), false);
}

Result<std::int64_t> ReaderMemory::revision() { return database_.number("SELECT revision FROM memory"); }

Result<std::shared_ptr<const ReaderMarks>> ReaderMemory::marks() {
  TRAWL_TRY(const auto newest, revision());
  if (marks_ && marks_->revision == newest) return marks_;
  auto marks = std::make_shared<ReaderMarks>();
  marks->revision = newest; // what changes from here on is read twice, never missed
  constexpr const char* kMarked = "SELECT id, read, starred, later, nullif(note, '') FROM article ORDER BY id";
  TRAWL_CHECK(database_.each(kMarked, {}, [&](const Row& row) {
    if (!is_article_id(row.view(0))) return true; // the file may come from anybody
    for (std::size_t i = 0; i < marks->ids.size(); ++i) {
      if (!row.is_null(static_cast<int>(i) + 1)) marks->ids.at(i).push_back(row.text(0));
    }
    return true;
  }));
  return marks_ = std::move(marks);
}

Result<Transaction> ReaderMemory::begin_change() {
  TRAWL_TRY(auto transaction, Transaction::begin(database_));
  TRAWL_CHECK(database_.run("UPDATE memory SET revision = revision + 1"));
  return transaction;
}

Result<std::size_t> ReaderMemory::set(ReaderMark mark, std::span<const std::string> ids, bool has_mark, Moment now) {
  TRAWL_TRY(auto transaction, begin_change());
  const std::string column = column_of(mark);
  const bool is_undoable = has_mark && ids.size() > 1;
  const std::string change = is_undoable ? "excluded.change" : "change";
  const std::string give = "INSERT INTO article(id, " + column + ", change) SELECT ?1, ?2, " +
                           (is_undoable ? "revision" : "NULL") + " FROM memory WHERE 1 ON CONFLICT(id) DO UPDATE SET " +
                           column + " = ?2, change = " + change + " WHERE " + column + " IS NULL";
  const std::string take = "UPDATE article SET " + column + " = NULL WHERE id = ?1 AND " + column + " IS NOT NULL";
  std::size_t changed = 0;
  for (const std::string& id : ids) {
    TRAWL_CHECK(has_mark ? database_.run(give, {std::string_view(id), to_seconds(now)})
                         : database_.run(take, {std::string_view(id)}));
    changed += static_cast<std::size_t>(database_.changes());
  }
  if (is_undoable)
    TRAWL_CHECK(database_.run("UPDATE memory SET undo_mark = ?, undo_change = revision", {std::string_view(column)}));
  TRAWL_CHECK(transaction.commit());
  return changed;
}

Result<std::size_t> ReaderMemory::undo() {
  TRAWL_TRY(auto transaction, begin_change());
  std::string column;
  TRAWL_CHECK(
      database_.each("SELECT undo_mark FROM memory", {}, [&](const Row& row) { return column = row.text(0), false; }));
  std::size_t changed = 0;
  for (const std::string_view name : std::span(kMarkNames).first(kGivenMarks)) { // the file may come from anybody
    if (name != column) continue;
    TRAWL_CHECK(database_.run("UPDATE article SET " + column + " = NULL, change = NULL " +
                              "WHERE change = (SELECT undo_change FROM memory)"));
    changed = static_cast<std::size_t>(database_.changes());
  }
  TRAWL_CHECK(database_.run("UPDATE memory SET undo_mark = NULL, undo_change = NULL"));
  TRAWL_CHECK(transaction.commit());
  return changed;
}

Result<std::size_t> ReaderMemory::undoable(Moment since) {
  TRAWL_TRY(const auto count, database_.number("SELECT count(*) FROM article, memory WHERE change = undo_change AND "
                                               "undo_mark = 'read' AND read >= ?",
                                               {to_seconds(since)}));
  return static_cast<std::size_t>(count);
}

Result<std::string> ReaderMemory::note(std::string_view id) {
  std::string note;
  TRAWL_CHECK(database_.each("SELECT note FROM article WHERE id = ?", {id},
                             [&](const Row& row) { return note = row.text(0), false; }));
  return note;
}

Result<void> ReaderMemory::set_note(std::string_view id, std::string_view note) {
  if (note.size() > kMaxNoteBytes)
    return fail(ErrorCode::TooLarge, "a note may have at most 20,000 bytes", std::string(id), "shorten it");
  if (!utf8::is_valid(note)) return fail(ErrorCode::Malformed, "the note is not valid UTF-8", std::string(id));
  TRAWL_TRY(auto transaction, begin_change());
  TRAWL_CHECK(database_.run("INSERT INTO article(id, note) VALUES(?1, nullif(?2, '')) "
                            "ON CONFLICT(id) DO UPDATE SET note = excluded.note",
                            {id, note}));
  return transaction.commit();
}

Result<std::vector<SavedSearch>> ReaderMemory::searches() {
  std::vector<SavedSearch> out;
  TRAWL_CHECK(database_.each("SELECT name, parameters, seen FROM search WHERE trim(name) <> '' ORDER BY name", {},
                             [&](const Row& row) {
                               out.push_back({row.text(0), row.text(1), {}});
                               if (!row.is_null(2)) out.back().seen = row.moment(2);
                               return true;
                             }));
  return out;
}

Result<std::optional<SavedSearch>> ReaderMemory::search(std::string_view name) {
  std::optional<SavedSearch> out;
  TRAWL_CHECK(database_.each("SELECT name, parameters, seen FROM search WHERE name = ?", {name}, [&](const Row& row) {
    out = SavedSearch{row.text(0), row.text(1), {}};
    if (!row.is_null(2)) out->seen = row.moment(2);
    return false;
  }));
  return out;
}

Result<void> ReaderMemory::save(const SavedSearch& search) {
  const bool is_text = utf8::is_valid(search.name) && safe_text(search.name) == search.name;
  if (!is_text || search.name.find_first_not_of(' ') == std::string::npos)
    return fail(ErrorCode::Usage, "the name of a saved search must be valid text that is not blank", "name");
  if (search.name.size() > kMaxNameBytes)
    return fail(ErrorCode::TooLarge, "the name of a saved search may have at most 200 bytes",
                search.name.substr(0, 40));
  TRAWL_TRY(auto transaction, begin_change());
  TRAWL_TRY(const auto count,
            database_.number("SELECT count(*) FROM search WHERE trim(name) <> '' AND name <> ?", {search.name}));
  if (count >= static_cast<std::int64_t>(kMaxSearches))
    return fail(ErrorCode::TooLarge, "there are 500 saved searches, which is the most", search.name, "delete some");
  TRAWL_CHECK(database_.run("DELETE FROM shown WHERE name = ?", {std::string_view(search.name)}));
  const Value seen = search.seen ? Value(to_seconds(*search.seen)) : Value(nullptr);
  TRAWL_CHECK(database_.run("INSERT OR REPLACE INTO search VALUES(?,?,?)",
                            {std::string_view(search.name), std::string_view(search.parameters), seen}));
  return transaction.commit();
}

Result<bool> ReaderMemory::forget(std::string_view name) {
  TRAWL_TRY(auto transaction, begin_change());
  TRAWL_CHECK(database_.run("DELETE FROM shown WHERE name = ?", {name}));
  TRAWL_CHECK(database_.run("DELETE FROM search WHERE name = ?", {name}));
  const bool was_there = database_.changes() > 0;
  TRAWL_CHECK(transaction.commit());
  return was_there;
}

Result<std::set<std::string, std::less<>>> ReaderMemory::shown(std::string_view name) {
  std::set<std::string, std::less<>> ids;
  const auto add = [&](const Row& row) {
    const std::string id = row.text(0); // of articles that had been edited, some are ID@TIME
    return ids.insert(ids.end(), id.substr(0, id.find('@'))), true;
  };
  TRAWL_CHECK(database_.each("SELECT id FROM shown WHERE name = ? ORDER BY id", {name}, add));
  return ids;
}

Result<void> ReaderMemory::add_shown(std::string_view name, std::span<const std::string> ids, Moment now) {
  TRAWL_TRY(auto transaction, begin_change());
  TRAWL_CHECK(database_.run("INSERT INTO search VALUES(?1, '', ?2) ON CONFLICT(name) DO UPDATE SET seen = ?2",
                            {name, to_seconds(now)}));
  for (const std::string& id : ids)
    TRAWL_CHECK(database_.run("INSERT OR IGNORE INTO shown VALUES(?,?)", {name, std::string_view(id)}));
  return transaction.commit();
}

Result<void> ReaderMemory::take_all_from(const std::filesystem::path& file) {
  TRAWL_CHECK(database_.attach(file, "other"));
  TRAWL_CHECK(check_version(database_, file, "PRAGMA other.user_version"));
  TRAWL_TRY(auto transaction, begin_change());
  for (const std::string name : {"article", "search", "shown"}) {
    TRAWL_CHECK(database_.run("DELETE FROM main." + name));
    TRAWL_CHECK(database_.run("INSERT INTO main." + name + " SELECT * FROM other." + name));
  }
  TRAWL_CHECK(database_.run("UPDATE article SET change = NULL")); // a revision of the other memory
  return transaction.commit();
}

} // namespace trawl::store
