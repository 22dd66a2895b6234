// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/base/descriptor.h"
#include "shared/base/file.h"
#include "shared/base/system_error.h"
#include "shared/store/reader_memory.h"
#include "shared/store/store_position.h"

#include <string>
#include <string_view>
#include <tuple>

#include <fcntl.h>

namespace trawl::store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOwnBytes = 16u << 20; // as of a catalogue that is read

/// "VACUUM INTO" copies within one read transaction, so readers and writers continue.
Result<void> copy_database(Database& database, const fs::path& to) {
  const std::string path = to.string();
  // SQLite would not say why it cannot make a file.
  if (!Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)).is_open())
    return std::unexpected(system_error("cannot write the file", to));
  auto copied = database.run("VACUUM INTO ?", {std::string_view(path)});
  if (!copied) copied.error().where = path;
  return copied ? sync_file(to) : copied;
}

Result<void> copy_own_files(const DataDirectory& from, const DataDirectory& to) {
  for (const auto* name : kOwnFiles) {
    TRAWL_TRY(const bool has_own, is_file(from.root / name));
    if (!has_own) continue;
    TRAWL_TRY(const std::string content, read_file(from.root / name, kMaxOwnBytes));
    TRAWL_CHECK(write_file_atomic(to.root / name, content));
  }
  return {};
}

/// Whether a database is a backup of an earlier version: one file, a crawl.db with the other files in a table.
Result<bool> has_files_inside(Database& store) {
  const auto count = store.number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'backup_files'");
  if (!count && count.error().code != ErrorCode::StoreDamaged) return std::unexpected(count.error());
  return count == 1;
}

Result<void> unpack_files(Database& backup, const DataDirectory& to) {
  auto unpacked = make_private_directory(to.root);
  if (!unpacked) return unpacked;
  TRAWL_CHECK(backup.each("SELECT name, content FROM backup_files", {}, [&](const Row& row) {
    for (const std::string_view name : {"reader.db", kOwnFiles.front(), kOwnFiles.back()})
      if (row.view(0) == name) unpacked = write_file_atomic(to.root / name, row.view(1));
    return unpacked.has_value();
  }));
  return unpacked;
}

/// Every table, column, index, view and trigger of a database, but for statistics.
Result<std::string> shape_of(Database& database) {
  std::string shape;
  TRAWL_CHECK(database.each("SELECT json_array(m.type, m.name, m.tbl_name, c.name, c.type, c.\"notnull\", "
                            "c.dflt_value, c.pk, c.hidden) FROM sqlite_master m LEFT JOIN pragma_table_xinfo(m.name) c "
                            "WHERE m.name NOT LIKE 'sqlite_stat%' ORDER BY 1",
                            {}, [&](const Row& row) { return shape.append(row.view(0)).append("\n"), true; }));
  return shape;
}

/// What else is in a store could keep it from being written to, once it is in place.
Result<void> refuse_other_tables(Database& store, const fs::path& beside) {
  TRAWL_CHECK(make_store(beside));
  TRAWL_TRY(auto empty, Database::open(beside, OpenMode::Immutable));
  TRAWL_TRY(const std::string found, shape_of(store));
  TRAWL_TRY(const std::string expected, shape_of(empty));
  if (found == expected) return {};
  return fail(ErrorCode::StoreDamaged, "its tables are not those of Trawl");
}

/// `files`: the folder with the other files.
Result<Database> unpack(Database backup, const DataDirectory& files, bool is_one_file, const DataDirectory& target) {
  TRAWL_TRY(const std::string damage, backup.damage());
  if (!damage.empty()) return fail(ErrorCode::StoreDamaged, damage);
  TRAWL_CHECK(make_private_directory(target.root));
  TRAWL_CHECK(copy_database(backup, target.crawl_db()));
  if (is_one_file) TRAWL_CHECK(unpack_files(backup, files));
  TRAWL_TRY(auto store, open_store(target));
  if (is_one_file) TRAWL_CHECK(store.execute("DROP TABLE backup_files"));
  TRAWL_CHECK(refuse_other_tables(store, target.root / "empty.db"));
  TRAWL_CHECK(copy_own_files(files, target));
  TRAWL_TRY(const bool has_memory, is_file(files.reader_db()));
  if (has_memory) {
    TRAWL_TRY(auto memory, ReaderMemory::open(target));
    TRAWL_CHECK(memory.take_all_from(files.reader_db()));
  }
  return store;
}

} // namespace

TemporaryFolder::~TemporaryFolder() {
  // Twice, as memory that was lacking the first time may be there again. If nothing is left, the second does nothing.
  for (int turn = 0; turn < 2; ++turn) {
    std::ignore = catching_exceptions([&]() -> Result<void> {
      std::error_code ignored;
      return fs::remove_all(folder_.root, ignored), Result<void>();
    });
  }
}

Result<BackupSummary> back_up(const DataDirectory& directory, const fs::path& folder, std::function<bool()> stopped) {
  TRAWL_TRY(auto store, open_store_for_reading(directory));
  if (stopped) store.stop_when(std::move(stopped));
  const fs::path place = (fs::absolute(folder) / "").lexically_normal().parent_path(); // without a last slash
  TRAWL_TRY(const auto type, file_type_at(place));
  std::error_code unknown;
  if (type != fs::file_type::not_found && (type != fs::file_type::directory || !fs::is_empty(place, unknown)))
    return fail(ErrorCode::Usage, "there is something of this name, and a backup replaces nothing", folder.string(),
                "choose another name, or remove it first");
  TRAWL_TRY(const bool has_parent, is_there(place.parent_path())); // e.g. on a disk that is not mounted
  if (!has_parent) return std::unexpected(system_error(ENOENT, "cannot make the folder", folder));
  const DataDirectory made{place.string() + ".part"};
  const auto lock = WriterLock::acquire(made);
  if (!lock && lock.error().code == ErrorCode::Locked) return std::unexpected(lock.error());
  const TemporaryFolder temporary(made);
  if (!lock) return std::unexpected(lock.error());
  TRAWL_TRY(const auto left, entries_of(made.root));
  for (const fs::path& path : left) // by a killed backup
    if (path != made.lock_file()) TRAWL_CHECK(remove_file(path));
  if (auto copied = copy_database(store, made.crawl_db()); !copied) {
    if (copied.error().code != ErrorCode::Interrupted) return std::unexpected(copied.error());
    return fail(ErrorCode::Interrupted, "stopped; no backup was written", folder.string(),
                "run the same command again");
  }
  TRAWL_CHECK(copy_own_files(directory, made));
  TRAWL_TRY(const bool has_memory, is_there(directory.reader_db()));
  if (has_memory) {
    TRAWL_TRY(auto memory, Database::open(directory.reader_db(), OpenMode::ReadOnly));
    TRAWL_CHECK(copy_database(memory, made.reader_db()));
  }
  BackupSummary summary;
  {
    TRAWL_TRY(auto copy, Database::open(made.crawl_db(), OpenMode::Immutable));
    TRAWL_TRY(summary.articles, ArticleStore(copy).count());
  }
  summary.bytes = fs::file_size(made.crawl_db(), unknown);
  TRAWL_CHECK(sync_file(made.root));
  TRAWL_CHECK(move_file(made.root, place));
  fs::remove(DataDirectory{place}.lock_file(), unknown);
  TRAWL_CHECK(sync_file(place.parent_path()));
  return summary;
}

Result<fs::path> store_in(const fs::path& backup) {
  TRAWL_TRY(const bool is_one_file, is_file(backup));
  fs::path file = is_one_file ? backup : backup / "crawl.db";
  TRAWL_TRY(bool is_backup, is_file(file));
  TRAWL_TRY(const bool has_log, is_there(file.string() + "-wal")); // a data directory, not all of which is in crawl.db
  if (is_one_file) {
    auto store = Database::open(file, OpenMode::Immutable);
    if (!store && store.error().code != ErrorCode::StoreDamaged) return std::unexpected(store.error());
    TRAWL_TRY(is_backup, store ? has_files_inside(*store) : Result<bool>(false));
  }
  if (is_backup && !has_log) return file;
  return fail(ErrorCode::Usage, "there is no backup here", backup.string(),
              "give a folder that `trawl index backup` wrote");
}

Result<Database> unpack_backup(const fs::path& backup, const DataDirectory& target, std::function<bool()> stopped) {
  TRAWL_TRY(const fs::path file, store_in(backup));
  auto store = Database::open(file, OpenMode::Immutable); // what is beside it is not even opened
  if (store && store->number("PRAGMA user_version")) TRAWL_CHECK(check_schema(*store, file));
  if (store && stopped) store->stop_when(std::move(stopped));
  const bool is_one_file = file == backup;
  const DataDirectory files{is_one_file ? target.root / "files" : backup};
  auto unpacked = store ? unpack(std::move(*store), files, is_one_file, target) : std::move(store);
  if (unpacked) return unpacked;
  const auto& [code, what, where, hint] = unpacked.error();
  if (code != ErrorCode::StoreDamaged && code != ErrorCode::Internal) return unpacked;
  return fail(ErrorCode::StoreDamaged, "the backup is damaged: " + what, backup.string());
}

} // namespace trawl::store
