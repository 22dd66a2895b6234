// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/store/backup.h"

#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/base/file.h"

#include <array>

#include <unistd.h>

namespace trawl::store {
namespace {

namespace fs = std::filesystem;

// What the user wrote; everything else in a data directory can be rebuilt from the store.
constexpr std::array kOwnFiles{"sources.json", "topics.json"};

/// A file that is removed when this goes out of scope, unless it was renamed by then.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::error_code ignored;
    for (const auto* suffix : {"", "-journal", "-wal", "-shm"}) fs::remove(path_.string() + suffix, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

Result<void> add_own_files(Database& copy, const DataDirectory& directory) {
  TRAWL_CHECK(copy.execute("CREATE TABLE backup_files(name TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID"));
  for (const auto* name : kOwnFiles) {
    const auto content = read_file(directory.root / name);
    if (!content && content.error().code == ErrorCode::NotFound) continue;
    if (!content) return std::unexpected(content.error());
    TRAWL_CHECK(copy.run("INSERT INTO backup_files VALUES(?,?)", {std::string_view(name), *content}));
  }
  return {};
}

Result<void> take_own_files(Database& store, const DataDirectory& target) {
  Result<void> result;
  TRAWL_CHECK(store.each("SELECT name, content FROM backup_files", {}, [&](const Row& row) {
    for (const std::string_view name : kOwnFiles) {
      if (row.view(0) == name) result = write_file_atomic(target.root / name, row.view(1));
    }
    return result.has_value();
  }));
  TRAWL_CHECK(result);
  return store.execute("DROP TABLE backup_files");
}

/// Whether the database has the table that `add_own_files` makes. False for a file that is not a database.
bool has_own_files(Database& store) {
  return store.number("SELECT count(*) FROM sqlite_master WHERE name = 'backup_files'") == 1;
}

Result<void> refuse_damaged(Database& store, const fs::path& file) {
  std::string verdict;
  const auto looked = store.each("PRAGMA integrity_check(1)", {}, [&](const Row& row) {
    verdict = row.text(0);
    return false;
  });
  if (looked && verdict == "ok") return {};
  return fail(ErrorCode::IndexDamaged, "the backup is damaged: " + (looked ? verdict : looked.error().what),
              file.string());
}

/// Syncs a complete file and renames it, so that a crash leaves the old file or the new one.
Result<void> move_into_place(const fs::path& from, const fs::path& to) {
  TRAWL_CHECK(sync_file(from));
  if (::rename(from.c_str(), to.c_str()) != 0) return std::unexpected(system_error("cannot write the file", to));
  return sync_file(to.has_parent_path() ? to.parent_path() : fs::path("."));
}

} // namespace

Result<BackupSummary> back_up(const DataDirectory& directory, const fs::path& file) {
  TRAWL_TRY(auto store, open_store_for_reading(directory));
  const Temporary temporary(file.string() + "." + std::to_string(::getpid()) + ".part");
  const auto path = temporary.path().string();
  // "VACUUM INTO" copies within one read transaction, so readers and writers continue.
  if (auto copied = store.run("VACUUM INTO ?", {path}); !copied) {
    copied.error().where = file.string();
    return std::unexpected(copied.error());
  }
  BackupSummary summary;
  {
    TRAWL_TRY(auto copy, Database::open(temporary.path(), OpenMode::SingleFile));
    TRAWL_CHECK(add_own_files(copy, directory));
    TRAWL_TRY(summary.articles, ArticleStore(copy).count());
  }
  fs::permissions(temporary.path(), fs::perms::owner_read | fs::perms::owner_write);
  summary.bytes = fs::file_size(temporary.path());
  TRAWL_CHECK(move_into_place(temporary.path(), file));
  return summary;
}

Result<Database> unpack_backup(const fs::path& file, const DataDirectory& target) {
  constexpr const char* kHint = "give a file that `trawl index backup` wrote";
  std::error_code failed;
  if (fs::is_directory(file, failed))
    return fail(ErrorCode::Usage, "is a directory, not a backup", file.string(), kHint);
  if (!fs::is_regular_file(file, failed)) {
    return fail(ErrorCode::NotFound, "the file does not exist", file.string(), kHint);
  }
  {
    auto backup = Database::open(file, OpenMode::Immutable);
    if (!backup && backup.error().code != ErrorCode::IndexDamaged) return std::unexpected(backup.error());
    if (!backup || !has_own_files(*backup)) {
      return fail(ErrorCode::IndexDamaged, "this is not a backup", file.string(), kHint);
    }
    TRAWL_CHECK(refuse_damaged(*backup, file));
  }
  TRAWL_CHECK(make_private_directory(target.root));
  fs::copy_file(file, target.crawl_db(), failed);
  if (failed) return fail(ErrorCode::Disk, "cannot copy the backup: " + failed.message(), target.crawl_db().string());
  TRAWL_TRY(auto store, open_store(target));
  TRAWL_CHECK(take_own_files(store, target));
  return store;
}

} // namespace trawl::store
