// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/import/export_row.h"
#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_record.h"

#include <cstdio>

namespace trawl::commands {

Result<int> export_articles(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  const auto catalogue = load_catalogue(options, directory);
  if (!catalogue && !options.sources_file.empty()) return std::unexpected(catalogue.error());
  // Without the installed catalogue the labels of crawled sources are still in the store.
  TRAWL_TRY(const auto labels, source_labels(catalogue.value_or(std::vector<schema::SourceDefinition>{}), database));
  std::size_t count = 0;
  Result<void> result;
  TRAWL_CHECK(store::ArticleStore(database).each([&](std::string_view record) {
    const auto article = from_record(record);
    if (!article) result = std::unexpected(article.error());
    if (!article || is_stopped()) return false;
    const auto line = crawl::to_export_row(*article, labels) + "\n";
    ++count;
    return std::fwrite(line.data(), 1, line.size(), stdout) == line.size();
  }));
  TRAWL_CHECK(result);
  if (is_stopped()) return signal_exit_code();
  // After a failed fwrite, fflush may succeed; the stream's error flag stays set.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return fail(ErrorCode::Disk, "cannot write the articles", "standard output");
  return count == 0 ? 1 : 0;
}

} // namespace trawl::commands
