// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/base/descriptor.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"
#include "shared/base/whole_number.h"
#include "shared/store/reader_memory.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace trawl::store {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// Removes a file when this goes out of scope, unless the file has been renamed.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::ignore = catching_exceptions([&]() -> Result<void> {
      std::error_code ignored; // the file itself last: after a kill, its name leads to the others
      for (const auto* suffix : {"-journal", "-wal", "-shm", ""}) fs::remove(path_.string() + suffix, ignored);
      return {};
    });
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Result<void> add_own_files(Database& copy, const DataDirectory& directory) {
  TRAWL_CHECK(copy.execute("CREATE TABLE backup_files(name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID"));
  for (const auto* name : kOwnFiles) {
    const auto content = read_file(directory.root / name);
    if (!content && content.error().code == ErrorCode::Usage) continue;
    if (!content) return std::unexpected(content.error());
    TRAWL_CHECK(copy.run("INSERT INTO backup_files VALUES(?,?)", {std::string_view(name), *content}));
  }
  return {};
}

Result<void> take_own_files(Database& backup, const DataDirectory& target) {
  Result<void> result;
  TRAWL_CHECK(backup.each("SELECT name, content FROM backup_files", {}, [&](const Row& row) {
    for (const std::string_view name : kOwnFiles) {
      if (row.view(0) == name) result = write_file_atomic(target.root / name, row.view(1));
    }
    return result.has_value();
  }));
  return result;
}

Result<std::vector<std::string>> texts(Database& database, std::string_view sql, std::string_view value = {}) {
  std::vector<std::string> out;
  const auto add = [&](const Row& row) { return out.push_back(row.text(0)), true; };
  TRAWL_CHECK(value.empty() ? database.each(sql, {}, add) : database.each(sql, {value}, add));
  return out;
}

/// The reader's memory, as a file in the file.
Result<void> add_memory(Database& copy, const DataDirectory& directory, const fs::path& beside) {
  TRAWL_TRY(auto memory, ReaderMemory::open_for_reading(directory));
  if (!memory) return {};
  const Temporary temporary(beside.string() + ".reader");
  TRAWL_CHECK(remove_file(temporary.path()));
  TRAWL_CHECK(memory->copy_to(temporary.path()));
  TRAWL_TRY(const std::string bytes, read_file(temporary.path()));
  return copy.run("INSERT INTO backup_files VALUES(?,?)", {std::string_view("reader.db"), Blob{bytes}});
}

Result<void> take_memory(Database& backup, const DataDirectory& target) {
  std::string bytes;
  TRAWL_CHECK(backup.each("SELECT content FROM backup_files WHERE name = 'reader.db'", {},
                          [&](const Row& row) { return bytes = row.text(0), false; }));
  if (bytes.empty()) return {};
  const Temporary temporary(target.root / "reader.part");
  TRAWL_CHECK(write_file_atomic(temporary.path(), bytes));
  TRAWL_TRY(auto memory, ReaderMemory::open(target));
  auto taken = memory.take_all_from(temporary.path());
  if (!taken && taken.error().code == ErrorCode::Internal)
    taken.error().code = ErrorCode::StoreDamaged; // no tables of ours
  return taken;
}

/// Copies the rows of each of our tables, column by column, from the backup that is attached.
Result<void> copy_rows(Database& store) {
  TRAWL_TRY(const auto tables,
            texts(store, "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"));
  TRAWL_TRY(auto transaction, Transaction::begin(store));
  TRAWL_CHECK(store.execute("PRAGMA defer_foreign_keys = ON"));
  for (const std::string& table : tables) {
    TRAWL_TRY(const auto columns, texts(store, "SELECT name FROM pragma_table_info(?, 'main')", table));
    std::string names, values;
    for (const std::string& column : columns) {
      names += (names.empty() ? "" : ",") + column;
      values += (values.empty() ? "b." : ",b.") + column;
    }
    TRAWL_CHECK(store.run("DELETE FROM main." + table)); // what a new store has in it
    TRAWL_CHECK(store.run("INSERT INTO main." + table + "(" + names + ") SELECT " + values + " FROM backup." + table +
                          " AS b"));
  }
  return transaction.commit();
}

/// Makes a store at `path` with the rows of `backup`, which is the database in `file`. If SQLite refuses them, they are
/// not those of a store.
Result<void> copy_store(Database& backup, const fs::path& file, const fs::path& path, std::function<bool()> stopped) {
  TRAWL_CHECK(check_schema(backup, file));
  TRAWL_CHECK(make_store(path));
  TRAWL_TRY(auto store, Database::open(path, OpenMode::SingleFile));
  if (stopped) store.stop_when(std::move(stopped));
  TRAWL_CHECK(store.attach(file, "backup"));
  TRAWL_TRY(const auto schema, backup.number("PRAGMA user_version"));
  auto copied = copy_rows(store);
  if (copied) copied = bring_up_to_date(store, schema);
  if (copied || copied.error().code == ErrorCode::Interrupted || copied.error().code == ErrorCode::Disk ||
      copied.error().code == ErrorCode::Exhausted) {
    return copied;
  }
  return fail(ErrorCode::StoreDamaged, "the backup is damaged: " + copied.error().what, file.string());
}

/// Whether the database has the table that `add_own_files` makes. False for a file that is not a database.
Result<bool> has_own_files(Database& store) {
  const auto count = store.number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'backup_files'");
  if (!count && count.error().code != ErrorCode::StoreDamaged) return std::unexpected(count.error());
  return count == 1;
}

Result<void> refuse_damaged(Database& store, const fs::path& file) {
  const auto damage = store.damage();
  if (!damage && damage.error().code != ErrorCode::StoreDamaged) return std::unexpected(damage.error());
  if (damage && damage->empty()) return {};
  return fail(ErrorCode::StoreDamaged, "the backup is damaged: " + (damage ? *damage : damage.error().what),
              file.string());
}

/// Only a backup or an empty file is replaced: a mistyped name must not destroy another file.
Result<void> refuse_to_replace(const fs::path& file, bool force) {
  TRAWL_TRY(const auto type, file_type_at(file));
  if (type == fs::file_type::not_found) return {};
  constexpr const char* kHint = "choose another name, or use --force to replace it";
  if (type != fs::file_type::regular)
    return fail(ErrorCode::Usage, "is not a plain file", file.string(), "choose another name");
  std::error_code ignored;
  if (force || fs::file_size(file, ignored) == 0) return {};
  auto old = Database::open(file, OpenMode::Immutable);
  TRAWL_TRY(const bool is_backup, old ? has_own_files(*old) : Result<bool>(false));
  if (is_backup) return {};
  if (!old && old.error().code == ErrorCode::Permission) return std::unexpected(old.error());
  return fail(ErrorCode::Usage, "there is a file that is not a backup", file.string(), kHint);
}

/// The number in FILE.NUMBER.part; 0 for any other name.
int process_of_part(const std::string& file, std::string_view name) {
  constexpr std::string_view kEnd = ".part";
  if (!name.starts_with(file + ".") || !name.ends_with(kEnd)) return 0;
  const std::size_t around = std::min(name.size(), file.size() + 1 + kEnd.size());
  return whole_number<int>(name.substr(file.size() + 1, name.size() - around)).value_or(0);
}

/// What killed backups to the same file left.
void remove_unfinished_backups(const fs::path& file) {
  for (const fs::path& path : entries_of(folder_of(file)).value_or(std::vector<fs::path>())) {
    const int process = process_of_part(file.filename().string(), path.filename().string());
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) const Temporary gone(path);
  }
}

/// Syncs a complete file and renames it, so that a crash leaves the old file or the new one.
Result<void> move_into_place(const fs::path& from, const fs::path& to) {
  TRAWL_CHECK(sync_file(from));
  TRAWL_CHECK(move_file(from, to));
  return sync_file(folder_of(to));
}

} // namespace

Result<BackupSummary> back_up(const DataDirectory& directory, const fs::path& file, bool force,
                              std::function<bool()> stopped) {
  TRAWL_TRY(auto store, open_store_for_reading(directory));
  if (stopped) store.stop_when(std::move(stopped));
  TRAWL_CHECK(refuse_to_replace(file, force));
  remove_unfinished_backups(file);
  const Temporary temporary(file.string() + "." + std::to_string(::getpid()) + ".part");
  const auto path = temporary.path().string();
  // SQLite would not say why it cannot make a file.
  if (!Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)).is_open())
    return std::unexpected(system_error("cannot write the file", file));
  // "VACUUM INTO" copies within one read transaction, so readers and writers continue.
  if (auto copied = store.run("VACUUM INTO ?", {path}); !copied) {
    if (copied.error().code == ErrorCode::Interrupted) {
      return fail(ErrorCode::Interrupted, "stopped; no backup was written", file.string(),
                  "run the same command again");
    }
    copied.error().where = file.string();
    return std::unexpected(copied.error());
  }
  BackupSummary summary;
  {
    TRAWL_TRY(auto copy, Database::open(temporary.path(), OpenMode::SingleFile));
    TRAWL_CHECK(add_own_files(copy, directory));
    TRAWL_CHECK(add_memory(copy, directory, temporary.path()));
    TRAWL_TRY(summary.articles, ArticleStore(copy).count());
  }
  std::error_code failed;
  summary.bytes = fs::file_size(temporary.path(), failed);
  if (failed) return std::unexpected(system_error(failed.value(), "cannot write the file", file));
  TRAWL_CHECK(move_into_place(temporary.path(), file));
  return summary;
}

Result<Database> unpack_backup(const fs::path& file, const DataDirectory& target, std::function<bool()> stopped) {
  constexpr const char* kHint = "give a file that `trawl index backup` wrote";
  std::error_code failed;
  TRAWL_TRY(const bool has_file, is_there(file));
  if (!has_file) return fail(ErrorCode::Usage, "the file does not exist", file.string(), kHint);
  const fs::file_status status = fs::status(file, failed);
  if (failed) return std::unexpected(system_error(failed.value(), "cannot read the file", file));
  if (fs::is_directory(status)) return fail(ErrorCode::Usage, "is a directory, not a backup", file.string(), kHint);
  if (!fs::is_regular_file(status)) return fail(ErrorCode::Usage, "is not a file", file.string(), kHint);
  auto backup = Database::open(file, OpenMode::Immutable);
  if (!backup && backup.error().code != ErrorCode::StoreDamaged) return std::unexpected(backup.error());
  TRAWL_TRY(const bool is_backup, backup ? has_own_files(*backup) : Result<bool>(false));
  if (!is_backup) return fail(ErrorCode::StoreDamaged, "this is not a backup", file.string(), kHint);
  if (stopped) backup->stop_when(stopped);
  TRAWL_CHECK(refuse_damaged(*backup, file));
  TRAWL_CHECK(make_private_directory(target.root));
  TRAWL_CHECK(copy_store(*backup, file, target.crawl_db(), std::move(stopped)));
  TRAWL_CHECK(take_own_files(*backup, target));
  TRAWL_CHECK(take_memory(*backup, target));
  return open_store(target);
}

} // namespace trawl::store
