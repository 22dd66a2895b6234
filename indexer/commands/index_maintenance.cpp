// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/cluster_index.h"
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/report.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/commands/workspace.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/pages/derive.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/store/article_store.h"
#include "indexer/store/input_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_record.h"
#include "shared/base/free_space.h"
#include "shared/base/json.h"
#include "shared/index/index_check.h"
#include "shared/index/index_folder.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/lag.h"
#include "shared/index/xapian_guard.h"

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace trawl::commands {
namespace {

/// More changes than this that a running writer has still to bring in are not left out.
constexpr std::size_t kMostToCome = 100'000;
/// Of a check beside a writer, whose commits may overtake what is being read.
constexpr int kTries = 3;

/// What a running writer has still to bring into the index is left out.
Result<void> compare(store::Database& database, const index::CommitState& state, const DataDirectory& directory,
                     index::IndexCheck& check, WorkProgress& progress, Comparison& comparison) {
  TRAWL_CHECK(database.execute("BEGIN")); // both are read from one state of the store
  store::ArticleStore articles(database);
  std::set<std::string, std::less<>> later;
  if (is_being_written(directory)) {
    TRAWL_TRY(const auto changes, articles.changes(state.store_sequence, kMostToCome, store::Articles::All));
    for (const store::ArticleChange& change : changes) {
      later.insert(change.id);
      check.leave_out(change.id);
    }
  }
  comparison.to_come = later.size();
  Result<void> result;
  const auto look = [&](std::string_view record) -> Result<void> {
    TRAWL_TRY(const auto article, from_record(record));
    if (later.contains(article.id)) return {};
    progress.set_done(++comparison.articles);
    comparison.withdrawn += article.gone_since ? 1 : 0;
    return index::guarded([&] {
      const auto verdict = check.look_at(article);
      comparison.missing += verdict == index::IndexCheck::Verdict::Missing ? 1 : 0;
      comparison.different += verdict == index::IndexCheck::Verdict::Different ? 1 : 0;
    });
  };
  const auto visit = [&](std::string_view record) {
    result = look(record);
    return result.has_value() && !is_stopped();
  };
  TRAWL_CHECK(articles.each(visit, store::Articles::All));
  TRAWL_CHECK(result);
  return database.execute("COMMIT");
}

/// Shows the progress of `work` on `total` items, and ends it when the disk has fewer than `least` bytes free.
crawl::Report report_of(WorkProgress& progress, std::string work, std::int64_t total, const DataDirectory& directory,
                        std::uint64_t least) {
  progress.begin(std::move(work), static_cast<std::size_t>(total));
  return [&progress, &directory, least](std::size_t done) {
    progress.set_done(done);
    return check_free_space(directory.root, least);
  };
}

/// Writes the index anew from the articles of `database`, and shows the progress.
Result<std::size_t> write_shown(const Options& options, WorkProgress& progress, const DataDirectory& directory,
                                store::Database& database, const std::vector<index::SourceNote>& notes) {
  TRAWL_TRY(const auto total, store::ArticleStore(database).count());
  return crawl::write_index(directory, database, notes, is_stopped,
                            report_of(progress, "writing the index", total, directory, min_free_bytes(options)));
}

std::unexpected<Error> stopped_checking() {
  return fail(ErrorCode::Interrupted, "stopped; nothing was changed. Run `trawl index check` again to check all of it");
}

Result<void> check_store(store::Database& database, const DataDirectory& directory) {
  database.stop_when(is_stopped);
  const auto damage = database.damage();
  database.stop_when(nullptr);
  if (is_stopped()) return stopped_checking();
  if (!damage) return std::unexpected(damage.error());
  if (damage->empty()) return {};
  return fail(ErrorCode::StoreDamaged, "the store is damaged: " + *damage, directory.crawl_db().string(),
              store::kIfDamaged);
}

/// Compares the index with the store. `comparison` has what was found so far when it fails, too.
Result<int> check_all(const Options& options, const DataDirectory& directory, Comparison& comparison) {
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  std::optional<std::string> postings_fault;
  std::size_t documents = 0;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("checking the store");
    TRAWL_CHECK(check_store(database, directory));
    if (options.engine.is_cluster()) return check_cluster(options, database, comparison);
    progress.begin("checking the index");
    TRAWL_CHECK(index::check_files(directory));
    if (is_stopped()) return stopped_checking();
    TRAWL_TRY(const auto reader, index::IndexReader::open(directory));
    if (index::is_foreign(reader->state(), directory)) {
      return fail(ErrorCode::IndexDamaged, "another crawl.db made this index", directory.index().string(),
                  index::kIfForeign);
    }
    TRAWL_TRY(const auto total, store::ArticleStore(database).count());
    progress.begin("comparing with the index", static_cast<std::size_t>(total));
    index::IndexCheck check(reader);
    TRAWL_CHECK(compare(database, reader->state(), directory, check, progress, comparison));
    documents = check.articles();
    if (!is_stopped()) {
      progress.begin("comparing the posting lists");
      TRAWL_TRY(postings_fault, index::guarded([&] { return check.fault_of_postings(); }));
    }
  }
  if (is_stopped()) {
    std::cerr << "stopped after " << counted(comparison.articles, "article") << ": missing " << comparison.missing
              << ", different " << comparison.different << ". Run `trawl index check` again to check all of them\n";
    return signal_exit_code();
  }
  TRAWL_CHECK(judge(comparison, documents, "index", directory.index().string()));
  if (postings_fault) {
    return fail(ErrorCode::IndexDamaged, "the index is damaged: " + *postings_fault, directory.index().string(),
                "run `trawl index rebuild`");
  }
  return 0;
}

/// What is said of articles that fit.
std::string completeness(const Comparison& comparison) {
  std::string text = "the index is complete: " + counted(comparison.articles - comparison.withdrawn, "article");
  if (comparison.withdrawn > 0) text += " and " + std::to_string(comparison.withdrawn) + " withdrawn";
  text += ", the same as in the store";
  if (comparison.to_come > 0)
    text += "; " + counted(comparison.to_come, "change") + " not looked at, which a running writer is bringing in";
  return text + "\n";
}

} // namespace

Result<int> rebuild_index(const Options& options) {
  TRAWL_CHECK(store::refuse_missing_store(choose_data_directory(options.data)));
  TRAWL_TRY(auto session, WriteSession::open(options));
  const auto threads = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
  crawl::DeriveSummary summary;
  std::size_t count = 0;
  {
    WorkProgress progress(options.quiet, "pages");
    TRAWL_TRY(const auto inputs, store::InputStore(session.database).count());
    TRAWL_TRY(summary,
              crawl::derive_anew(session.database, session.knowledge, threads, is_stopped,
                                 report_of(progress, "extracting", inputs, session.directory, session.least_free)));
  }
  if (options.engine.is_cluster()) {
    TRAWL_TRY(auto index, session.update_cluster(options, true));
    TRAWL_CHECK(session.finish(options, index, is_stopped));
    TRAWL_TRY(const auto living, store::ArticleStore(session.database).count());
    count = static_cast<std::size_t>(living);
  } else {
    TRAWL_TRY(const auto notes, session.notes());
    WorkProgress progress(options.quiet, "articles");
    TRAWL_TRY(count, write_shown(options, progress, session.directory, session.database, notes));
  }
  say_done(
      options,
      {{"inputs", summary.inputs}, {"articles", count}, {"changed", summary.changed}, {"dropped", summary.dropped}},
      std::to_string(summary.inputs) + " stored pages and rows, " + counted(count, "article") + "; " +
          std::to_string(summary.changed) + " changed, " + std::to_string(summary.dropped) + " dropped");
  return 0;
}

Result<int> compact_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_CHECK(store::refuse_missing_store(directory));
  TRAWL_TRY(const auto lock, lock_for_writing(directory));
  TRAWL_CHECK(check_free_space(directory.root, min_free_bytes(options) + index::bytes_of_index(directory)));
  TRAWL_TRY(auto writer, index::IndexWriter::open_live(directory));
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("writing the database anew");
    TRAWL_CHECK(writer.compact());
  }
  say_done(options, {{"articles", writer.document_count()}},
           counted(writer.document_count(), "article") + " in one database");
  return 0;
}

Result<int> check_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  Comparison comparison;
  auto done = check_all(options, directory, comparison);
  for (int left = kTries; !done && done.error().code == ErrorCode::IndexDamaged && left > 0; --left) {
    if (is_stopped() || !is_being_written(directory)) break; // else commits may have overtaken it
    comparison = {};
    done = check_all(options, directory, comparison);
  }
  const bool is_complete = done && *done == 0;
  if (!done && done.error().code != ErrorCode::IndexDamaged && done.error().code != ErrorCode::StoreDamaged)
    return done;
  if (options.is_json()) {
    print_report({{"complete", is_complete},
                  {"articles", comparison.articles - comparison.withdrawn},
                  {"withdrawn", comparison.withdrawn},
                  {"to_come", comparison.to_come},
                  {"missing", comparison.missing},
                  {"different", comparison.different},
                  {"surplus", comparison.surplus},
                  {"damage", done ? Report() : Report(done.error().what)}});
  } else if (is_complete && !options.quiet) {
    std::cerr << completeness(comparison);
  }
  return done;
}

} // namespace trawl::commands
