// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/cluster_index.h"
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/commands/workspace.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/mend.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/crawl/xapian_follower.h"
#include "indexer/store/article_store.h"
#include "indexer/store/input_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"
#include "shared/base/free_space.h"
#include "shared/index/generation_check.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/index/xapian/xapian_folder.h"
#include "shared/index/xapian/xapian_index.h"
#include "shared/schema/fields.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace trawl::commands {
namespace {

/// The result of `index check`.
struct Comparison {
  std::size_t articles = 0;
  std::size_t missing = 0;   ///< in the store, not in the index
  std::size_t different = 0; ///< the index has another version
};

Result<Comparison> compare(store::Database& database, index::IndexReader& reader, WorkProgress& progress) {
  Comparison comparison;
  Result<void> result;
  const auto look = [&](std::string_view record) -> Result<void> {
    TRAWL_TRY(auto article, from_record(record));
    article.captions.clear(); // the index contains only their words
    progress.set_done(++comparison.articles);
    const auto document = reader.find(article.id);
    if (document == 0) {
      ++comparison.missing;
      return {};
    }
    TRAWL_TRY(const auto indexed, reader.article(document, RecordPart::Whole));
    if (to_record(indexed) != to_record(article)) ++comparison.different;
    return {};
  };
  TRAWL_CHECK(store::ArticleStore(database).each([&](std::string_view record) {
    result = look(record);
    return result.has_value() && !is_stopped();
  }));
  TRAWL_CHECK(result);
  return comparison;
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

/// Lets `write` write the Xapian database if there is to be one, and shows the progress.
Result<void> write_xapian_shown(const Options& options, WorkProgress& progress, const DataDirectory& directory,
                                store::Database& database, decltype(crawl::write_xapian) write) {
  if (!writes_xapian(options)) return index::remove_xapian_database(directory);
  TRAWL_TRY(const auto total, store::ArticleStore(database).count());
  return write(directory, database, is_stopped,
               report_of(progress, "writing the Xapian database", total, directory, min_free_bytes(options)));
}

/// Writes a generation from the articles of `database`, and the Xapian database, and shows the progress.
Result<std::size_t> write_shown(const Options& options, WorkProgress& progress, const DataDirectory& directory,
                                store::Database& database, const std::vector<index::SourceNote>& notes) {
  TRAWL_TRY(const auto total, store::ArticleStore(database).count());
  TRAWL_TRY(const auto count, crawl::write_generation(
                                  directory, database, notes, is_stopped,
                                  report_of(progress, "writing the index", total, directory, min_free_bytes(options))));
  TRAWL_CHECK(write_xapian_shown(options, progress, directory, database, crawl::write_xapian));
  return count;
}

/// A value that another number of articles have in the other index; empty if there is none.
std::string counted_differently(const index::Columns& index, const index::Columns& other) {
  for (std::size_t field = 0; field < schema::kFilterFields.size(); ++field) {
    const index::ValueColumn &ours = *index.fields[field], &theirs = *other.fields[field];
    for (std::uint32_t i = 0; i < ours.values.size(); ++i) {
      const auto there = theirs.find(ours.key(i));
      const std::uint32_t articles = there ? theirs.documents[*there] : 0;
      if (articles == ours.documents[i]) continue;
      return std::string(schema::kFilterFields[field]) + " '" + std::string(ours.values[i]) + "'";
    }
  }
  return {};
}

/// Compares what the Xapian database counts with the index.
Result<void> compare_counts(const DataDirectory& directory, const index::Columns& index) {
  index::XapianRowsCache cache;
  TRAWL_TRY(const auto xapian, index::XapianIndex::open(directory, cache));
  std::string what = counted_differently(index, xapian->columns());
  if (what.empty()) what = counted_differently(xapian->columns(), index);
  if (what.empty() && xapian->columns().average_words != index.average_words) what = "their words";
  if (what.empty()) return {};
  return fail(ErrorCode::IndexDamaged,
              "the Xapian database and the index count different numbers of articles with " + what,
              index::xapian_stub(directory).string(), "run `trawl index rebuild`");
}

/// Compares the Xapian database with the store and with the index, which has all articles of the store.
Result<void> check_xapian(const DataDirectory& directory, store::Database& database, const index::Columns& index) {
  TRAWL_TRY(const auto state, index::read_xapian_state(directory));
  if (!state) return {};
  const std::size_t documents = index.live_documents;
  TRAWL_TRY(const auto last, store::ArticleStore(database).last_sequence());
  const bool is_behind = state->sequence < last;
  if (!is_behind && state->documents == documents) {
    TRAWL_CHECK(index::check_xapian_database(directory));
    return compare_counts(directory, index);
  }
  return fail(ErrorCode::IndexDamaged,
              "the Xapian database has " + counted(state->documents, "article") + " of " + std::to_string(documents) +
                  (is_behind ? " and lacks the last changes" : ""),
              index::xapian_stub(directory).string(), "run `trawl crawl` to catch up, or `trawl index rebuild`");
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
  return fail(ErrorCode::IndexDamaged, "the store is damaged: " + *damage, directory.crawl_db().string(),
              "restore a backup, or move the file away and crawl again");
}

/// Whether every field was said by who may say it (identity::Speakers).
Result<void> check_speakers(const Options& options, const DataDirectory& directory, store::Database& database) {
  TRAWL_TRY(auto sources, load_catalogue(options, directory));
  TRAWL_TRY(const auto remembered, remembered_sources(database));
  TRAWL_TRY(const auto found, crawl::breaches(database, crawl::speakers_of(joined(std::move(sources), remembered)), 1));
  if (found.empty()) return {};
  return fail(ErrorCode::IndexDamaged, "a source has said something that is not on its site: " + found.front(),
              directory.crawl_db().string(), "run `trawl index rebuild`");
}

} // namespace

Result<int> rebuild_index(const Options& options) {
  TRAWL_TRY(auto session, WriteSession::open(options, Definitions::Remembered));
  const auto threads = std::clamp(std::thread::hardware_concurrency(), 1u, 16u);
  crawl::ReextractionSummary summary;
  std::size_t count = 0;
  {
    WorkProgress progress(options.quiet, "pages");
    TRAWL_TRY(const auto inputs, store::InputStore(session.database).count());
    TRAWL_TRY(summary, crawl::reextract_articles(
                           session.database, session.knowledge, threads, is_stopped,
                           report_of(progress, "extracting", inputs, session.directory, session.least_free)));
  }
  TRAWL_TRY(const auto notes, session.notes());
  {
    WorkProgress progress(options.quiet, "articles");
    if (options.engine.is_cluster()) {
      TRAWL_TRY(count, write_to_cluster(options, session.database, notes, progress));
    } else {
      TRAWL_TRY(count, write_shown(options, progress, session.directory, session.database, notes));
    }
  }
  if (!options.quiet) {
    std::cerr << summary.inputs << " stored pages and rows, " << counted(count, "article") << "; " << summary.changed
              << " changed, " << summary.dropped << " dropped\n";
  }
  return 0;
}

Result<int> compact_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(const auto lock, WriterLock::acquire(directory));
  remove_unfinished_restore(directory);
  TRAWL_TRY(auto database, store::open_store(directory));
  TRAWL_TRY(const auto reader, index::IndexReader::open(directory));
  const bool is_merged = reader->columns().parts().size() <= 1;
  TRAWL_CHECK(check_free_space(directory.root, min_free_bytes(options) + (is_merged ? 0 : reader->bytes())));
  TRAWL_TRY(auto writer, index::IndexWriter::open_live(directory));
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("merging the segments");
    TRAWL_CHECK(writer.compact());
    TRAWL_CHECK(write_xapian_shown(options, progress, directory, database, crawl::compact_xapian));
  }
  if (!options.quiet) std::cerr << counted(writer.document_count(), "article") << " in one segment\n";
  return 0;
}

Result<int> check_index(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  Comparison comparison;
  std::shared_ptr<index::IndexReader> reader;
  {
    WorkProgress progress(options.quiet, "articles");
    progress.begin("checking the store");
    TRAWL_CHECK(check_store(database, directory));
    TRAWL_CHECK(check_speakers(options, directory, database));
    if (options.engine.is_cluster()) return check_cluster(options, database);
    progress.begin("checking the index");
    TRAWL_CHECK(index::check_generation(directory));
    if (is_stopped()) return stopped_checking();
    TRAWL_TRY(reader, index::IndexReader::open(directory));
    TRAWL_TRY(const bool is_its_own, is_made_from(*reader, database));
    if (!is_its_own) {
      return fail(ErrorCode::IndexDamaged, "another crawl.db made this index", directory.index().string(),
                  "run `trawl index rebuild`");
    }
    TRAWL_TRY(const auto total, store::ArticleStore(database).count());
    progress.begin("comparing with the index", static_cast<std::size_t>(total));
    TRAWL_TRY(comparison, compare(database, *reader, progress));
  }
  if (is_stopped()) {
    std::cerr << "stopped after " << counted(comparison.articles, "article") << ": missing " << comparison.missing
              << ", different " << comparison.different << ". Run `trawl index check` again to check all of them\n";
    return signal_exit_code();
  }
  const auto documents = static_cast<std::size_t>(reader->columns().live_documents);
  const auto surplus = documents + comparison.missing - comparison.articles;
  if (comparison.missing + comparison.different + surplus == 0) {
    TRAWL_CHECK(check_xapian(directory, database, reader->columns()));
    if (!options.quiet) {
      std::cerr << "the index is complete: " << counted(documents, "article") << ", the same as in the store\n";
    }
    return 0;
  }
  return fail(ErrorCode::IndexDamaged,
              "of " + counted(comparison.articles, "stored article") + ", the index lacks " +
                  std::to_string(comparison.missing) + " and has other versions of " +
                  std::to_string(comparison.different) + "; it has " + counted(surplus, "article") +
                  " that the store lacks",
              directory.index().string(), "run `trawl crawl` to catch up, or `trawl index rebuild`");
}

} // namespace trawl::commands
