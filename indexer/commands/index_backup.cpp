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

/// A data directory under construction inside the one that it will replace, so that renames put it in place.
class Construction {
 public:
  explicit Construction(const DataDirectory& target) : target_(target) { remove_unfinished_restore(target_); }
  Construction(const Construction&) = delete;
  Construction& operator=(const Construction&) = delete;
  ~Construction() {
    // Twice, as memory that was lacking the first time may be there again. If nothing is left, the second does nothing.
    for (int turn = 0; turn < 2; ++turn) {
      std::ignore =
          catching_exceptions([&]() -> Result<void> { return remove_unfinished_restore(target_), Result<void>(); });
    }
  }
  DataDirectory directory() const { return restored_directory(target_); }

 private:
  DataDirectory target_;
};

/// The articles of the data directory. A store that cannot be read may have some.
Result<std::int64_t> articles_in(const DataDirectory& directory) {
  auto store = store::open_store_for_reading(directory);
  auto count = store ? store::ArticleStore(*store).count() : Result<std::int64_t>(std::unexpected(store.error()));
  if (count) return count;
  if (count.error().code == ErrorCode::NoIndex) return 0;
  return fail(ErrorCode::Usage, "what is here cannot be read, and would be replaced: " + count.error().what,
              directory.crawl_db().string(),
              "use --yes to replace it, or move it away, or choose another --data directory");
}

/// A restore replaces what is there only with --yes. A reader's memory of another version stops it even then, before
/// anything has changed.
Result<void> refuse_to_overwrite(const Options& options, const DataDirectory& directory) {
  TRAWL_TRY(auto memory, store::ReaderMemory::open_for_reading(directory));
  if (options.yes) return {};
  std::string there;
  const auto add = [&](const std::string& what) { there += (there.empty() ? "" : ", ") + what; };
  TRAWL_TRY(const auto count, articles_in(directory));
  if (count > 0) add(counted(static_cast<std::size_t>(count), "article"));
  TRAWL_TRY(const bool is_unused, memory ? memory->is_empty() : Result<bool>(true));
  if (!is_unused) add("your marks and saved searches");
  for (const auto* own : store::kOwnFiles) {
    TRAWL_TRY(const bool has_own, is_there(directory.root / own));
    if (has_own) add(own);
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

/// From the first step to the last, the data directory has no index. A reader in between, or after a crash, is asked to
/// rebuild it, and never searches an index that was made from another store.
Result<void> put_in_place(const DataDirectory& made, const DataDirectory& target) {
  TRAWL_CHECK(make_private_directory(target.index()));
  TRAWL_CHECK(remove_file(target.index_stub()));
  TRAWL_TRY(const auto name, index::move_database(made, target));
  TRAWL_CHECK(sync_file(target.index()));
  TRAWL_CHECK(remove_old_log(target));
  TRAWL_CHECK(sync_file(target.root)); // else a power failure could bring the old log back, beside the new store
  TRAWL_CHECK(move_file(made.crawl_db(), target.crawl_db()));
  for (const auto* own : store::kOwnFiles) {
    TRAWL_TRY(const bool has_own, is_there(made.root / own));
    if (has_own) TRAWL_CHECK(move_file(made.root / own, target.root / own));
  }
  TRAWL_CHECK(take_memory(made, target));
  TRAWL_CHECK(sync_file(target.root));
  return index::publish_database(target, name);
}

} // namespace

Result<int> back_up_index(const Options& options) {
  store::BackupSummary summary;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("copying the store");
    TRAWL_TRY(summary, store::back_up(choose_data_directory(options.data), options.arguments.front(), options.force,
                                      is_stopped));
  }
  const std::string& file = options.arguments.front();
  say_done(options, {{"file", file}, {"articles", summary.articles}, {"bytes", summary.bytes}},
           counted(static_cast<std::size_t>(summary.articles), "article") + ", " +
               std::to_string((summary.bytes + 999'999) / 1'000'000) + " MB in " + file);
  return 0;
}

Result<int> restore_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto lock, lock_for_writing(directory));
  const std::uint64_t least = min_free_bytes(options);
  TRAWL_CHECK(check_free_space(directory.root, least));
  std::error_code unknown; // of a file that does not exist, which is reported when it is read
  const auto size = fs::file_size(options.arguments.front(), unknown);
  if (!unknown) {
    TRAWL_CHECK(refuse_to_overwrite(options, directory));
    if (least > 0) TRAWL_CHECK(check_free_space(directory.root, least + size));
  }
  const Construction construction(directory);
  std::size_t count = 0;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("checking and unpacking the backup");
    TRAWL_TRY(auto store, store::unpack_backup(options.arguments.front(), construction.directory(), is_stopped));
    TRAWL_TRY(const auto catalogue, load_catalogue(options, construction.directory()));
    TRAWL_TRY(auto remembered, remembered_sources(store));
    TRAWL_TRY(const auto notes, notes_for_readers(joined(std::move(remembered), catalogue), catalogue, store));
    TRAWL_TRY(const auto total, store::ArticleStore(store).count());
    progress.begin("writing the index", static_cast<std::size_t>(total));
    const auto report = [&](std::size_t done) {
      progress.set_done(done);
      return check_free_space(directory.root, least);
    };
    TRAWL_TRY(count, crawl::write_index(construction.directory(), store, notes, is_stopped, report));
    TRAWL_CHECK(store.run("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  TRAWL_CHECK(put_in_place(construction.directory(), directory));
  say_done(options, {{"articles", count}}, counted(count, "article") + " restored");
  return 0;
}

} // namespace trawl::commands
