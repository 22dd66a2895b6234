// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/writing.h"

#include "indexer/commands/workspace.h"
#include "indexer/store/crawl_store.h"
#include "indexer/store/migrations.h"

#include <utility>

namespace trawl::commands {

Result<Writing> Writing::open(const Options& options, Descriptions rule) {
  auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto sources, load_catalogue(options, directory));
  TRAWL_TRY(auto topics, load_topics(directory));
  TRAWL_TRY(auto lock, WriterLock::acquire(directory));
  TRAWL_TRY(auto database, store::open_store(directory));
  TRAWL_TRY(const auto remembered, remembered_sources(database));
  const bool catalogue_rules = rule == Descriptions::Catalogue || !options.sources_file.empty();
  const auto described = catalogue_rules ? joined(sources, remembered) : joined(remembered, sources);
  TRAWL_TRY(auto knowledge, crawl::Knowledge::from(described, std::move(topics)));
  return Writing{std::move(directory), std::move(lock),    std::move(sources), described,
                 std::move(knowledge), std::move(database)};
}

Result<void> Writing::remember(const std::vector<schema::SourceDefinition>& crawled) {
  TRAWL_TRY(auto transaction, store::Transaction::begin(database));
  store::CrawlStore crawl(database);
  for (const auto& source : crawled) TRAWL_CHECK(crawl.save_source({source.id, schema::to_json({source})}));
  return transaction.commit();
}

Result<std::vector<index::SourceNote>> Writing::notes() { return notes_for_readers(described, database); }

} // namespace trawl::commands
