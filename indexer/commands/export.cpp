// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/store/article_store.h"
#include "indexer/store/migrations.h"
#include "shared/api/response/article_markdown.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/base/base64.h"
#include "shared/base/file.h"
#include "shared/base/json.h"

#include <cstdio>
#include <filesystem>

namespace trawl::commands {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }
Json or_null(const std::optional<Date>& date) { return date ? Json(to_text(*date)) : Json(); }

std::string to_row(const Article& article) {
  Json copies = Json::array();
  for (const auto& copy : article.copies) copies.push_back({{"url", copy.url}, {"source", copy.source}});
  Json row = {{"id", article.id},
              {"url", or_null(article.url)},
              {"title", article.title},
              {"source", article.source},
              {"authors", article.authors},
              {"published", or_null(article.published)},
              {"updated", or_null(article.updated)},
              {"indexed", to_rfc3339(article.indexed)},
              {"category", or_null(article.category)},
              {"tags", article.tags},
              {"language", or_null(article.language)},
              {"image", or_null(article.image)},
              {"words", article.words},
              {"copies", std::move(copies)},
              {"text", article.text}};
  if (!article.structure.empty()) row["structure"] = to_base64(article.structure);
  return json_text(row);
}

/// One file for each article. Its name is made of the source's and the article's id alone, so it stays when the title
/// changes, and no title can lead out of the folder.
Result<void> write_markdown_file(const Article& article, const std::filesystem::path& folder) {
  if (!is_source_id(article.source) || !is_article_id(article.id)) {
    return fail(ErrorCode::Malformed, "a stored article has ids that cannot be", article.url,
                "run `trawl index rebuild`");
  }
  return write_file_atomic(folder / (article.source + "-" + article.id + ".md"), api::article_markdown(article));
}

} // namespace

Result<int> export_articles(const Options& options) {
  TRAWL_TRY(auto database, store::open_store_for_reading(choose_data_directory(options.data)));
  if (!options.markdown.empty()) TRAWL_CHECK(make_private_directory(options.markdown));
  std::size_t count = 0;
  Result<void> result;
  TRAWL_CHECK(store::ArticleStore(database).each([&](std::string_view record) {
    const auto article = from_record(record);
    if (!article) result = std::unexpected(article.error());
    if (!article || is_stopped()) return false;
    ++count;
    if (!options.markdown.empty()) {
      result = write_markdown_file(*article, options.markdown);
      return result.has_value();
    }
    const auto line = to_row(*article) + "\n";
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
