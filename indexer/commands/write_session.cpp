// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/write_session.h"

#include "indexer/commands/counted.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/crawl/cluster_update.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/store/open_store.h"
#include "indexer/store/reading_store.h"
#include "indexer/store/source_store.h"
#include "shared/base/free_space.h"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace trawl::commands {
namespace {

constexpr std::chrono::milliseconds kPause{500}; // between two looks whether another process still writes

/// Shows how much of `work` is done. After it comes the last commit, which may merge databases and so take long.
crawl::Applied shown_as(std::string work, WorkProgress& progress) {
  return [work = std::move(work), &progress](std::size_t done, std::size_t all) {
    if (done == 0) progress.begin(work, all);
    progress.set_done(done);
    if (done == all) progress.begin("committing the index");
  };
}

/// The right to write, once no other process does.
Result<WriterLock> lock_in_turn(const Options& options, const DataDirectory& directory, std::chrono::seconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (bool is_first = true;; is_first = false) {
    auto lock = lock_for_writing(directory);
    const bool is_locked = !lock && lock.error().code == ErrorCode::Locked;
    if (!is_locked || std::chrono::steady_clock::now() >= until) return lock;
    if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped; another process still writes here");
    if (is_first && !options.quiet) std::cerr << options.program << ": waiting for another process that writes\n";
    std::this_thread::sleep_for(kPause);
  }
}

} // namespace

Result<WriteSession> WriteSession::open(const Options& options, std::chrono::seconds patience) {
  TRAWL_TRY(auto files, load_user_files(options, choose_data_directory(options.data)));
  return open(options, std::move(files), patience);
}

Result<WriteSession> WriteSession::open(const Options& options, UserFiles files, std::chrono::seconds patience) {
  auto directory = choose_data_directory(options.data);
  auto& [catalogue, sources, topics] = files;
  TRAWL_TRY(auto lock, lock_in_turn(options, directory, patience));
  const std::uint64_t least = min_free_bytes(options);
  TRAWL_CHECK(check_free_space(directory.root, least));
  TRAWL_TRY(auto database, store::open_store(directory));
  TRAWL_TRY(const auto remembered, remembered_sources(database));
  const auto known_sources = joined(sources, remembered);
  TRAWL_TRY(auto knowledge, crawl::Knowledge::from(known_sources, std::move(topics)));
  TRAWL_TRY(knowledge.places, places_of(sources, database));
  const auto follow_catalogue = [&] {
    WorkProgress progress(options.quiet, "pages");
    progress.begin("reading stored pages again");
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return crawl::follow_catalogue(database, knowledge, now,
                                   [&](std::size_t done) { return progress.set_done(done), Result<void>(); });
  };
  TRAWL_TRY(const std::size_t changed, follow_catalogue());
  if (changed > 0 && !options.quiet)
    std::cerr << options.program << ": " << counted(changed, "article")
              << " changed when stored pages were read again: the sources or this program have changed, or a crawl was "
                 "stopped\n";
  return WriteSession{std::move(directory),
                      std::move(lock),
                      std::move(sources),
                      known_sources,
                      std::move(knowledge),
                      std::move(database),
                      least};
}

Result<void> WriteSession::check_space() const { return check_free_space(directory.root, least_free); }

Result<void> WriteSession::remember(const std::vector<schema::SourceDefinition>& crawled) {
  TRAWL_TRY(auto transaction, store::Transaction::begin(database));
  store::SourceStore store(database);
  TRAWL_TRY(const auto remembered, remembered_sources(database));
  for (const auto& source : crawled) {
    const auto definition = schema::to_json({source});
    const auto before = std::ranges::find(remembered, source.id, &schema::SourceDefinition::id);
    if (before != remembered.end() && schema::to_json({*before}) != definition) {
      // Else the errors of an address that was mended in the catalogue would be shown for ever.
      if (before->seed.url != source.seed.url) TRAWL_CHECK(store.forget_seed(before->seed.url));
      // Its pages may be read by other rules.
      TRAWL_CHECK(store::ReadingStore(database).note(store::News::Links, source.id));
    }
    TRAWL_CHECK(store.save_source({source.id, definition}));
  }
  return transaction.commit();
}

Result<crawl::IndexUpdate> WriteSession::update_index(const Options& options, const crawl::CommitOptions& commits) {
  if (options.engine.is_cluster()) return update_cluster(options);
  TRAWL_TRY(auto first_notes, notes());
  const auto start = [&] {
    WorkProgress progress(options.quiet, "articles"); // the index may have to be made anew
    progress.begin("opening the index");
    return crawl::IndexUpdate::start(directory, std::move(first_notes), commits,
                                     shown_as("rebuilding the index", progress));
  };
  auto index = start();
  if (index && !index->trouble().empty())
    std::cerr << options.program << ": warning: the index " << index->trouble() << "; it was rebuilt from crawl.db\n";
  return index;
}

Result<crawl::IndexUpdate> WriteSession::update_cluster(const Options& options, bool is_anew) {
  TRAWL_TRY(auto first_notes, notes());
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  const auto warn = [program = options.program](const std::string& what) {
    std::cerr << program + ": warning: " + what + "\n";
  };
  return crawl::update_cluster(directory, std::move(client), std::move(first_notes),
                               {.shape = options.index_shape,
                                .is_anew = is_anew,
                                .patience = std::chrono::seconds(options.cluster_wait_seconds),
                                .warn = warn});
}

Result<void> WriteSession::finish(const Options& options, crawl::IndexUpdate& index,
                                  const std::function<bool()>& stopped) {
  TRAWL_TRY(auto last_notes, notes());
  WorkProgress progress(options.quiet, "articles");
  progress.begin("writing the index");
  return index.finish(std::move(last_notes), shown_as("writing the index", progress), stopped);
}

Result<std::vector<index::SourceNote>> WriteSession::notes() {
  return notes_for_readers(known_sources, sources, database);
}

} // namespace trawl::commands
