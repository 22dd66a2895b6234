// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/pipeline/export_row.h"
#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/api/response/article_markdown.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/base/file.h"
#include "shared/base/terminal_text.h"

#include <filesystem>
#include <iostream>

namespace trawl::commands {
namespace {

/// Writes one file per article. The name consists only of the source's and the article's id, so it does not change with
/// the title, and a title cannot lead to a path outside the folder.
Result<void> write_markdown_file(const Article& article, const std::filesystem::path& folder) {
  if (!is_source_id(article.source) || !is_article_id(article.id)) {
    return fail(ErrorCode::Malformed, "a stored article has ids of another form", article.url,
                "run `trawl index rebuild`");
  }
  return write_file_atomic(folder / (article.source + "-" + article.id + ".md"), api::article_markdown(article));
}

} // namespace

Result<int> export_articles(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  const auto catalogue = load_catalogue(options, directory);
  if (!catalogue && !options.sources_file.empty()) return std::unexpected(catalogue.error());
  // Without the installed catalogue the labels of crawled sources are still in the store.
  TRAWL_TRY(const auto labels, source_labels(catalogue.value_or(std::vector<schema::SourceDefinition>{}), database));
  if (!options.markdown.empty()) TRAWL_CHECK(make_private_directory(options.markdown));
  std::size_t count = 0;
  Result<void> result;
  const auto which = options.markdown.empty() ? store::Articles::All : store::Articles::Living;
  const auto visit = [&](std::string_view record) {
    const auto article = from_record(record);
    if (!article) result = std::unexpected(article.error());
    if (!article || is_stopped()) return false;
    ++count;
    if (!options.markdown.empty()) {
      result = write_markdown_file(*article, options.markdown);
      return result.has_value();
    }
    std::cout << json_for_stdout(crawl::to_export_row(*article, labels) + "\n");
    if (!std::cout) result = flush_standard_output(); // says why
    return std::cout.good();
  };
  TRAWL_CHECK(store::ArticleStore(database).each(visit, which));
  TRAWL_CHECK(result);
  if (is_stopped()) return signal_exit_code();
  return count == 0 ? 1 : 0;
}

} // namespace trawl::commands
