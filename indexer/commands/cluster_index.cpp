// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/cluster_index.h"

#include "indexer/commands/counted.h"
#include "indexer/commands/report.h"
#include "indexer/commands/workspace.h"
#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/base/json.h"
#include "shared/index/index_reader.h"
#include "shared/index/lag.h"
#include "shared/opensearch/store_state.h"
#include "shared/store/store_position.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::commands {
namespace {

constexpr std::chrono::seconds kStateTime{30};

Result<opensearch::StoreState> state_of(opensearch::Client& client, store::Database& database) {
  TRAWL_TRY(const std::string id, store::store_id(database));
  TRAWL_TRY(auto state, opensearch::find_state(client, id, opensearch::within(kStateTime)));
  if (state) return std::move(*state);
  return fail(ErrorCode::NoIndex, "the cluster has no articles of this crawl.db", id,
              "run `trawl crawl` or `trawl index rebuild` with --engine opensearch");
}

/// The lag in words, and whether a writer is at work on it.
std::string lag_line(const index::Lag& lag, bool has_writer) {
  const std::string changes = counted(static_cast<std::size_t>(lag.changes), "change");
  const std::string line = lag.verdict == index::Lag::Verdict::Current ? "up to date"
                           : lag.verdict == index::Lag::Verdict::Ahead ? changes + " ahead of crawl.db"
                                                                       : changes + " behind";
  return line + (has_writer ? ", a crawl or import is running" : "");
}

std::string_view name_of(index::Lag::Verdict verdict) {
  constexpr std::array<std::string_view, 4> kNames{"current", "behind", "ahead", "foreign"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

Result<std::size_t> count_articles(opensearch::Client& client, const std::string& index) {
  const opensearch::Json articles = {{"query", opensearch::is_article()}};
  TRAWL_TRY(const auto answer, client.get("POST", "/" + index + "/_count", articles, opensearch::within(kStateTime)));
  return opensearch::number_at(answer, "/count");
}

} // namespace

Result<int> check_cluster(const Options& options, store::Database& database, Comparison& comparison) {
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  TRAWL_TRY(const auto state, state_of(client, database));
  TRAWL_TRY(const auto stored, store::ArticleStore(database).count());
  TRAWL_TRY(const auto documents, count_articles(client, state.index));
  comparison.articles = static_cast<std::size_t>(stored);
  comparison.missing = comparison.articles - std::min(comparison.articles, documents);
  TRAWL_CHECK(judge(comparison, documents, "cluster", state.index));
  return 0;
}

Result<void> judge(Comparison& comparison, std::size_t documents, const std::string& holder, const std::string& where) {
  const std::size_t there = documents + comparison.missing;
  comparison.surplus = there - std::min(there, comparison.articles);
  if (comparison.missing + comparison.different + comparison.surplus == 0) return {};
  return fail(ErrorCode::IndexDamaged,
              "of " + counted(comparison.articles, "stored article") + ", the " + holder + " lacks " +
                  std::to_string(comparison.missing) + " and has other versions of " +
                  std::to_string(comparison.different) + "; it has " + counted(comparison.surplus, "article") +
                  " that the store lacks",
              where, "run `trawl crawl` to catch up, or `trawl index rebuild`");
}

namespace {

/// What an engine has of a store.
struct IndexFigures {
  std::string_view engine;
  std::string name; ///< of a cluster's index
  std::size_t articles = 0;
  std::uint64_t generation = 0, revision = 0;
  Moment committed{};
  index::Lag lag;
};

Result<IndexFigures> local_figures(const Options& options, store::Database& database) {
  TRAWL_TRY(const auto reader, index::IndexReader::open(choose_data_directory(options.data)));
  TRAWL_TRY(const auto lag, index::lag_of(reader->state().store, reader->state().store_sequence, database));
  return IndexFigures{
      "xapian", {}, reader->columns().live_documents, reader->generation(), reader->revision(), reader->committed(),
      lag};
}

Result<IndexFigures> cluster_figures(const Options& options, store::Database& database) {
  TRAWL_TRY(auto client, opensearch::open_cluster(options.engine));
  TRAWL_TRY(const auto state, state_of(client, database));
  TRAWL_TRY(const auto count, count_articles(client, state.index));
  TRAWL_TRY(const auto lag, index::lag_of(state.store, state.sequence, database));
  return IndexFigures{"opensearch", state.index, count, state.generation, state.sequence, state.committed, lag};
}

} // namespace

Result<int> show_index_status(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  TRAWL_TRY(const auto stored, store::ArticleStore(database).count());
  const bool has_writer = is_being_written(directory);
  TRAWL_TRY(const IndexFigures found,
            options.engine.is_cluster() ? cluster_figures(options, database) : local_figures(options, database));
  const bool is_its_own = found.lag.verdict != index::Lag::Verdict::Foreign;
  if (options.is_json()) {
    Report report = {{"engine", found.engine},
                     {"articles", found.articles},
                     {"stored", stored},
                     {"verdict", name_of(found.lag.verdict)},
                     {"changes", found.lag.changes},
                     {"has_writer", has_writer},
                     {"committed", to_rfc3339(found.committed)},
                     {"generation", found.generation},
                     {"revision", found.revision}};
    if (!found.name.empty()) report["index"] = found.name;
    print_report(report);
  } else {
    std::cout << "index     " << found.name << (found.name.empty() ? "" : ": ") << counted(found.articles, "article")
              << " of " << stored << " stored, generation " << found.generation << ", revision " << found.revision
              << "\n"
              << "committed " << to_rfc3339(found.committed) << "\n"
              << "changes   " << lag_line(found.lag, has_writer) << "\n"
              << (is_its_own ? ""
                             : "store     another crawl.db made this index; " + std::string(index::kIfForeign) + "\n");
  }
  return is_its_own ? 0 : exit_code_of(ErrorCode::IndexDamaged);
}

} // namespace trawl::commands
