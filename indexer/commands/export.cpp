// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "indexer/crawl/pipeline/export_row.h"
#include "indexer/store/article_store.h"
#include "indexer/store/open_store.h"
#include "shared/api/response/article_markdown.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/base/ascii.h"
#include "shared/base/date_time.h"
#include "shared/base/file.h"
#include "shared/base/terminal_text.h"
#include "shared/base/utf8.h"
#include "shared/store/reader_memory.h"

#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxNameBytes = 140; // of a title; file systems allow 255 for the whole name

/// A title as a part of a file name that every file system takes and no command takes for an option.
std::string title_in_name(const std::string& title) {
  std::string name;
  for (const char c : safe_text(title)) {
    const bool is_blank = std::string_view(" /\\:*?\"<>|").contains(c);
    if (!is_blank) name += c;
    if (is_blank && !name.ends_with(' ')) name += ' ';
  }
  name = utf8::truncate_bytes(name, kMaxNameBytes);
  name.erase(0, name.find_first_not_of(" .-"));
  while (name.ends_with(' ') || name.ends_with('.')) name.pop_back();
  return name;
}

/// Writes one file per article.
class MarkdownFolder {
 public:
  MarkdownFolder(std::filesystem::path folder, bool ids_as_names, std::optional<store::ReaderMemory> memory)
      : folder_(std::move(folder)), ids_as_names_(ids_as_names), memory_(std::move(memory)) {}

  Result<void> write(const Article& article) {
    if (!is_source_id(article.source) || !is_article_id(article.id)) {
      return fail(ErrorCode::Malformed, "a stored article has ids of another form", article.url,
                  "run `trawl index rebuild`");
    }
    std::string text = api::article_markdown(article);
    if (memory_) {
      TRAWL_TRY(const std::string note, memory_->note(article.id));
      if (!note.empty()) text += "\n## Notes\n\n" + note + "\n";
    }
    return write_file_atomic(folder_ / name_of(article), text);
  }

 private:
  /// "2018-06-24 Attention Attention (lilianweng).md"; with the id if another article has this name, or none.
  std::string name_of(const Article& article) {
    const std::string title = title_in_name(article.title);
    std::string id = article.source + "-" + article.id + ".md";
    if (ids_as_names_ || title.empty()) return id;
    const std::string day = article.published ? to_day(day_of(*article.published)) + " " : "";
    std::string name = day + title + " (" + article.source;
    const bool is_free = taken_.insert(ascii::to_lower(name)).second; // some file systems ignore case
    return name + (is_free ? "" : ", " + article.id) + ").md";
  }

  std::filesystem::path folder_;
  bool ids_as_names_;
  std::optional<store::ReaderMemory> memory_;
  std::set<std::string> taken_;
};

} // namespace

Result<int> export_articles(const Options& options) {
  const auto directory = choose_data_directory(options.data);
  TRAWL_TRY(auto database, store::open_store_for_reading(directory));
  const auto catalogue = load_catalogue(options, directory);
  if (!catalogue && !options.sources_file.empty()) return std::unexpected(catalogue.error());
  // Without the installed catalogue the labels of crawled sources are still in the store.
  TRAWL_TRY(const auto labels, source_labels(catalogue.value_or(std::vector<schema::SourceDefinition>{}), database));
  std::optional<MarkdownFolder> folder;
  if (!options.markdown.empty()) {
    TRAWL_CHECK(make_private_directory(options.markdown));
    TRAWL_TRY(auto memory, store::ReaderMemory::open_for_reading(directory));
    folder.emplace(options.markdown, options.ids_as_names, std::move(memory));
  }
  std::size_t count = 0;
  Result<void> result;
  const auto which = options.markdown.empty() ? store::Articles::All : store::Articles::Living;
  const auto visit = [&](std::string_view record) {
    const auto article = from_record(record);
    if (!article) result = std::unexpected(article.error());
    if (!article || is_stopped()) return false;
    ++count;
    if (folder) {
      result = folder->write(*article);
      return result.has_value();
    }
    std::cout << safe_json(crawl::to_export_row(*article, labels) + "\n");
    if (!std::cout) result = flush_standard_output(); // says why
    return std::cout.good();
  };
  TRAWL_CHECK(store::ArticleStore(database).each(visit, which));
  TRAWL_CHECK(result);
  if (is_stopped()) return signal_exit_code();
  return count == 0 ? 1 : 0;
}

} // namespace trawl::commands
