// SPDX-License-Identifier: GPL-3.0-or-later
// `index backup` and `index restore`.
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/report.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/store/article_store.h"
#include "indexer/store/backup.h"
#include "indexer/store/open_store.h"
#include "shared/base/file.h"
#include "shared/base/free_space.h"
#include "shared/base/json.h"
#include "shared/base/system_error.h"
#include "shared/index/index_folder.h"
#include "shared/store/reader_memory.h"

#include <iostream>
#include <tuple>

namespace trawl::commands {
namespace {

namespace fs = std::filesystem;

/// Where a restore puts what it has made as soon as that is whole: from then on, it takes the place of what is there.
DataDirectory restored_directory(const DataDirectory& directory) { return {directory.root / "restored"}; }

/// A restore replaces what is there only with --yes. A reader's memory of another version stops it even then, before
/// anything has changed.
Result<void> refuse_to_overwrite(const Options& options, const DataDirectory& directory) {
  TRAWL_TRY(const auto memory, store::ReaderMemory::open_for_reading(directory));
  if (options.yes) return {};
  std::string there;
  for (const char* name : {"crawl.db", "reader.db", "index/xapian", "sources.json", "topics.json"}) {
    TRAWL_TRY(const bool is_here, is_there(directory.root / name));
    if (is_here) there.append(there.empty() ? "" : ", ").append(name);
  }
  if (there.empty()) return {};
  return fail(ErrorCode::Usage, "the data directory already has " + there, directory.root.string(),
              "use --yes to replace what is there, or choose another --data directory");
}

/// SQLite would replay the old store's log into the new store, so the old log is emptied and removed first.
Result<void> remove_old_log(const DataDirectory& directory) {
  TRAWL_TRY(const bool has_old, is_there(directory.crawl_db()));
  if (has_old) {
    if (auto old = store::open_store(directory)) TRAWL_CHECK(old->run("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  for (const auto* suffix : {"-wal", "-shm"}) TRAWL_CHECK(remove_file(directory.crawl_db().string() + suffix));
  return {};
}

/// Replaces the reader's memory by that of the backup, if the backup has one: row by row, because a daemon may have the
/// present file open.
Result<void> take_memory(const DataDirectory& made, const DataDirectory& target) {
  TRAWL_TRY(const bool has_memory, is_there(made.reader_db()));
  if (!has_memory) return {};
  TRAWL_TRY(auto memory, store::ReaderMemory::open(target));
  return memory.take_all_from(made.reader_db());
}

/// Each step can be repeated, after a kill. From the first one until the index is published, the data directory has
/// none: a reader in between is asked to rebuild it, and never searches one that was made from another store.
Result<void> put_in_place(const DataDirectory& made, const DataDirectory& target) {
  TRAWL_CHECK(remove_file(target.index_stub()));
  TRAWL_CHECK(make_private_directory(target.index()));
  TRAWL_CHECK(sync_file(target.index()));
  TRAWL_TRY(const bool has_store, is_there(made.crawl_db()));
  if (has_store) {
    TRAWL_CHECK(remove_old_log(target));
    TRAWL_CHECK(sync_file(target.root)); // else a power failure could bring the old log back, beside the new store
    TRAWL_CHECK(move_file(made.crawl_db(), target.crawl_db()));
  }
  for (const auto* own : store::kOwnFiles) {
    TRAWL_TRY(const bool has_own, is_there(made.root / own));
    if (has_own) TRAWL_CHECK(move_file(made.root / own, target.root / own));
  }
  TRAWL_CHECK(take_memory(made, target));
  TRAWL_CHECK(sync_file(target.root));
  // At one moment, which a power failure must not take back: it would be repeated over later work.
  TRAWL_CHECK(move_file(made.root, restoring_directory(target).root));
  return sync_file(target.root);
}

} // namespace

Result<int> back_up_index(const Options& options) {
  store::BackupSummary summary;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("copying the store");
    TRAWL_TRY(summary, store::back_up(choose_data_directory(options.data), options.arguments.front(), is_stopped));
  }
  const std::string& folder = options.arguments.front();
  say_done(options, {{"folder", folder}, {"articles", summary.articles}, {"bytes", summary.bytes}},
           counted(static_cast<std::size_t>(summary.articles), "article") + ", " +
               std::to_string((summary.bytes + 999'999) / 1'000'000) + " MB in " + folder);
  return 0;
}

Result<void> finish_restore(const DataDirectory& directory) {
  TRAWL_TRY(const bool is_whole, is_there(restored_directory(directory).root));
  if (!is_whole) return {};
  const auto lock = lock_for_writing(directory);
  if (!lock) return {}; // who cannot write reads what is there
  const store::TemporaryFolder done(restoring_directory(directory));
  return put_in_place(restored_directory(directory), directory);
}

Result<int> restore_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto lock, lock_for_writing(directory));
  const std::uint64_t least = min_free_bytes(options);
  TRAWL_CHECK(check_free_space(directory.root, least));
  TRAWL_TRY(const fs::path file, store::store_in(options.arguments.front()));
  TRAWL_CHECK(refuse_to_overwrite(options, directory));
  std::error_code unknown;
  if (least > 0) TRAWL_CHECK(check_free_space(directory.root, least + fs::file_size(file, unknown)));
  const DataDirectory made = restoring_directory(directory), whole = restored_directory(directory);
  const store::TemporaryFolder temporary(made);
  std::size_t count = 0;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("checking and unpacking the backup");
    TRAWL_TRY(auto store, store::unpack_backup(options.arguments.front(), made, is_stopped));
    TRAWL_TRY(const auto catalogue, load_catalogue(options, made));
    TRAWL_TRY(auto remembered, remembered_sources(store));
    TRAWL_TRY(const auto notes, notes_for_readers(joined(std::move(remembered), catalogue), catalogue, store));
    TRAWL_TRY(const auto total, store::ArticleStore(store).count());
    progress.begin("writing the index", static_cast<std::size_t>(total));
    const auto report = [&](std::size_t done) {
      progress.set_done(done);
      return check_free_space(directory.root, least);
    };
    TRAWL_TRY(count, crawl::write_index(made, store, notes, is_stopped, report));
    TRAWL_CHECK(store.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  TRAWL_CHECK(sync_file(made.root));
  TRAWL_CHECK(move_file(made.root, whole.root));
  TRAWL_CHECK(sync_file(directory.root));
  TRAWL_CHECK(put_in_place(whole, directory));
  TRAWL_TRY(const auto name, index::move_database(made, directory));
  TRAWL_CHECK(index::publish_database(directory, name));
  say_done(options, {{"articles", count}}, counted(count, "article") + " restored");
  return 0;
}

} // namespace trawl::commands
