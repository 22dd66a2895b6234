// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/cluster_index.h"

#include "indexer/commands/counted.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"
#include "shared/index/index_reader.h"
#include "shared/opensearch/cluster_check.h"
#include "shared/opensearch/cluster_writer.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

namespace trawl::commands {
namespace {

constexpr std::size_t kChangesPerRead = 256, kArticlesPerLook = 100;
constexpr std::chrono::seconds kStateTime{30};

struct Differences {
  std::size_t articles = 0, missing = 0, different = 0;
};

Result<void> compare_batch(opensearch::Client& client, const std::string& index, std::vector<Article>& batch,
                           Differences& differences) {
  std::vector<std::string> ids;
  for (const Article& article : batch) ids.push_back(article.id);
  TRAWL_TRY(const auto found, opensearch::read_articles(client, index, ids));
  for (std::size_t i = 0; i < batch.size(); ++i) {
    ++differences.articles;
    if (!found[i]) {
      ++differences.missing;
    } else if (to_record(*found[i]) != to_record(batch[i])) {
      ++differences.different;
    }
  }
  batch.clear();
  return {};
}

Result<Differences> compare_with(opensearch::Client& client, const std::string& index, store::Database& database,
                                 WorkProgress& progress) {
  Differences differences;
  std::vector<Article> batch;
  Result<void> result;
  TRAWL_CHECK(store::ArticleStore(database).each([&](std::string_view record) {
    auto article = from_record(record);
    if (!article) {
      result = std::unexpected(article.error());
      return false;
    }
    batch.push_back(std::move(*article));
    if (batch.size() == kArticlesPerLook) result = compare_batch(client, index, batch, differences);
    progress.set_done(differences.articles);
    return result.has_value() && !is_stopped();
  }));
  TRAWL_CHECK(result);
  if (!batch.empty()) TRAWL_CHECK(compare_batch(client, index, batch, differences));
  return differences;
}

Result<opensearch::StoreState> state_of(opensearch::Client& client, store::Database& database) {
  TRAWL_TRY(const std::string id, store::store_id(database));
  TRAWL_TRY(auto state, opensearch::find_state(client, id, opensearch::within(kStateTime)));
  if (state) return std::move(*state);
  return fail(ErrorCode::NoIndex, "the cluster has no articles of this crawl.db", id,
              "run `trawl crawl` or `trawl index rebuild` with --engine opensearch");
}

/// Waits, unless the user wants to stop.
bool wait_unless_stopped(std::chrono::milliseconds pause, const Error&) {
  constexpr std::chrono::milliseconds kStep{100};
  for (auto slept = kStep; slept <= pause && !is_stopped(); slept += kStep) std::this_thread::sleep_for(kStep);
  return !is_stopped();
}

std::string behind(std::uint64_t sequence, std::uint64_t last) {
  return sequence == last ? "up to date" : counted(static_cast<std::size_t>(last - sequence), "change") + " behind";
}

} // namespace

Result<std::size_t> write_to_cluster(const Options& options, store::Database& database,
                                     std::vector<index::SourceNote> notes, WorkProgress& progress) {
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  TRAWL_TRY(std::string id, store::store_id(database));
  store::ArticleStore articles(database);
  TRAWL_TRY(const auto total, articles.count());
  progress.begin("writing the index", static_cast<std::size_t>(total));
  TRAWL_TRY(auto writer, opensearch::ClusterWriter::create(std::move(client), std::move(id), options.index_shape,
                                                           wait_unless_stopped));
  if (!notes.empty()) writer.set_sources(std::move(notes));
  std::uint64_t sequence = 0;
  std::size_t done = 0;
  for (;;) {
    TRAWL_TRY(const auto changes, articles.changes(sequence, kChangesPerRead));
    if (changes.empty()) break;
    for (const store::ArticleChange& change : changes) {
      sequence = change.sequence;
      if (is_stopped()) return fail(ErrorCode::Interrupted, "stopped; the cluster answers from the old index");
      if (change.record.empty()) {
        TRAWL_CHECK(writer.remove(change.id, change.sequence));
        continue;
      }
      TRAWL_TRY(const auto article, from_record(change.record));
      TRAWL_CHECK(writer.put(article, change.sequence));
      progress.set_done(++done);
    }
  }
  TRAWL_CHECK(writer.publish(sequence));
  for (const auto& refused : writer.refused()) {
    std::cerr << options.program << ": article " << refused.id << " was rejected: " << refused.reason << "\n";
  }
  if (!writer.refused().empty()) return fail(ErrorCode::Partial, "OpenSearch rejected some articles");
  return done;
}

Result<int> check_cluster(const Options& options, store::Database& database) {
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  TRAWL_TRY(const auto state, state_of(client, database));
  Differences differences;
  {
    WorkProgress progress(options.quiet, "articles");
    TRAWL_TRY(const auto total, store::ArticleStore(database).count());
    progress.begin("comparing with the cluster", static_cast<std::size_t>(total));
    TRAWL_TRY(differences, compare_with(client, state.index, database, progress));
  }
  if (is_stopped()) return signal_exit_code();
  TRAWL_TRY(const auto documents, opensearch::count_articles(client, state.index));
  const std::size_t surplus =
      documents + differences.missing - std::min(documents + differences.missing, differences.articles);
  if (differences.missing + differences.different + surplus == 0) {
    if (!options.quiet) {
      std::cerr << "the index is complete: " << counted(documents, "article") << ", the same as in the store\n";
    }
    return 0;
  }
  return fail(ErrorCode::IndexDamaged,
              "of " + counted(differences.articles, "stored article") + ", the cluster lacks " +
                  std::to_string(differences.missing) + " and has other versions of " +
                  std::to_string(differences.different) + "; it has " + counted(surplus, "article") +
                  " that the store lacks",
              state.index, "run `trawl crawl` to catch up, or `trawl index rebuild`");
}

Result<int> show_index_status(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  store::ArticleStore articles(database);
  TRAWL_TRY(const auto last, articles.last_sequence());
  TRAWL_TRY(const auto stored, articles.count());
  if (!options.engine.is_cluster()) {
    TRAWL_TRY(const auto reader, index::IndexReader::open(directory));
    std::cout << "index     " << counted(reader->columns().live_documents, "article") << " of " << stored
              << " stored, generation " << reader->generation() << ", revision " << reader->revision() << "\n"
              << "committed " << to_rfc3339(reader->committed()) << "\n";
    std::cout << "changes   " << behind(std::min(reader->state().store_sequence, last), last) << "\n";
    TRAWL_TRY(const bool is_its_own, is_made_from(*reader, database));
    if (is_its_own) return 0;
    std::cout << "store     another crawl.db made this index; `trawl index rebuild` makes it from this one\n";
    return exit_code_of(ErrorCode::IndexDamaged);
  }
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  TRAWL_TRY(const auto health, opensearch::cluster_health(client));
  TRAWL_TRY(const auto state, state_of(client, database));
  TRAWL_TRY(const auto count, opensearch::count_articles(client, state.index));
  std::cout
      << "cluster   " << health.name << ", OpenSearch " << health.version << ", " << counted(health.nodes, "node")
      << ", " << health.status << ", " << counted(health.away, "shard") << " without a node\n"
      << "index     " << state.index << ": " << counted(count, "article") << " of " << stored << " stored, "
      << behind(state.sequence, last) << "\n"
      << (state.refused.empty() ? ""
                                : "refused   " + counted(state.refused.size(), "article") +
                                      ", which the next `trawl crawl` sends again\n")
      << (state.schema == index::kSchemaVersion
              ? ""
              : "schema    of an older version; `trawl index rebuild` gives all articles the fields of this one\n")
      << "committed " << to_rfc3339(state.committed) << "\n";
  if (health.status == "red") return exit_code_of(ErrorCode::IndexDamaged);
  return state.refused.empty() ? 0 : exit_code_of(ErrorCode::Partial);
}

} // namespace trawl::commands
