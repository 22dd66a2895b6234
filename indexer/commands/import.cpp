// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"
#include "indexer/commands/counted.h"
#include "indexer/commands/input_lines.h"
#include "indexer/commands/report.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/work_progress.h"
#include "indexer/commands/write_session.h"
#include "indexer/crawl/importer.h"
#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/extract/article_extractor.h"
#include "indexer/extract/content/archive_split.h"
#include "indexer/feed/opml.h"
#include "shared/base/embedded_file.h"
#include "shared/base/json.h"
#include "shared/base/terminal_text.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <utility>

namespace trawl::commands {
namespace {

constexpr std::size_t kMaxPage = 64u << 20;
constexpr std::size_t kRowsPerSpaceCheck = 64;
constexpr std::size_t kShownAlike = 3; ///< values that cannot be taken for the same reason
/// Rows of a pipe may arrive slowly, and can be found nevertheless. Those of a file are there: limits of time would
/// only make commits small on a loaded machine.
constexpr crawl::CommitOptions kFileCommits{.commit_bytes = std::size_t{64} << 20,
                                            .commit_after = std::chrono::hours(24)};
/// What a batch changes (crawl::ImportBatch) should stay in memory until it is written, at most 256 MB, and what
/// several batches change is copied once from the log, of about 128 MB.
constexpr const char* kImportCache = "PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 32768";

enum class Format { Rows, Page, Archive };

/// Judged by the first character that is not white space: a row is a JSON object, a page begins with a tag, and
/// anything else is saved text, unless a row follows: then the first ones are damaged.
Format format_of(std::string_view beginning) {
  if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
  const auto first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return Format::Rows;
  if (beginning[first] == '<') return Format::Page;
  return beginning[first] == '{' || beginning.contains("\n{\"") ? Format::Rows : Format::Archive;
}

Result<void> import_rows(InputLines& input, const std::string& path, const WriteSession& session,
                         crawl::Importer& importer, WorkProgress& progress) {
  std::string line;
  for (std::size_t number = 1;; ++number) {
    if (is_stopped()) return {};
    if (number % kRowsPerSpaceCheck == 1) TRAWL_CHECK(session.check_space());
    const auto more = input.next(line, crawl::kMaxRowBytes);
    progress.set_done(number - 1, input.share_read());
    const auto where = path + ", line " + std::to_string(number);
    if (!more && more.error().code == ErrorCode::TooLarge) {
      importer.reject(where, crawl::kRowTooLong);
      continue;
    }
    if (!more) return std::unexpected(more.error());
    if (!*more) return {};
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    TRAWL_CHECK(importer.add(line, where));
  }
}

/// --url, else the canonical URL that the page states.
Result<std::string> address_of_page(const std::string& html, const std::string& path, const Options& options) {
  if (!options.url.empty()) return options.url;
  const auto extract = extract::extract_page({html, "http://localhost/", "text/html", std::nullopt, {}});
  if (extract && !extract->canonical_url.empty()) return extract->canonical_url;
  if (feed::read_opml(html))
    return fail(ErrorCode::BadInput, "an OPML list of feeds", path, "import it with `trawl sources import`");
  return fail(ErrorCode::BadInput, "the page does not state its URL", path, "set it with --url");
}

std::string to_line(const nlohmann::ordered_json& row) { return json_text(row); }

Result<void> import_page(InputLines& input, const std::string& path, const Options& options,
                         crawl::Importer& importer) {
  TRAWL_TRY(const auto html, input.rest(kMaxPage));
  TRAWL_TRY(const auto address, address_of_page(html, path, options));
  return importer.add(to_line({{"url", address}, {"html", html}}), path);
}

Result<void> import_archive(InputLines& input, const std::string& path, crawl::Importer& importer) {
  TRAWL_TRY(const auto text, input.rest(kMaxPage));
  if (!extract::is_text_archive(text))
    return fail(ErrorCode::BadInput, "not JSON rows, HTML, or the text of an archive page", path);
  std::size_t number = 0;
  for (const auto& part : extract::split_text_archive(text)) {
    const auto where = path + ", article " + std::to_string(++number);
    TRAWL_CHECK(importer.add(to_line({{"title", part.title}, {"text", part.text}}), where));
  }
  return {};
}

Result<void> import_file(const std::string& path, const Options& options, const WriteSession& session,
                         crawl::Importer& importer, WorkProgress& progress) {
  TRAWL_TRY(auto input, InputLines::open(path));
  TRAWL_TRY(const auto beginning, input.peek());
  switch (format_of(beginning)) {
  case Format::Rows:
    return import_rows(input, path, session, importer, progress);
  case Format::Page:
    return import_page(input, path, options, importer);
  case Format::Archive:
    return import_archive(input, path, importer);
  }
  return {};
}

using Unread = std::vector<Error>; ///< of files that could not be opened or read to their end

/// Of values that cannot be taken for the same reason, the first ones, and how many more there are.
void print_untaken(const crawl::ImportSummary& summary, const Options& options) {
  std::map<std::string, std::size_t> seen;
  for (const auto& [where, why] : summary.untaken) {
    if (++seen[why] <= kShownAlike)
      std::cerr << options.program << ": " << safe_text(where) << ": " << safe_text(why) << "; not taken over\n";
  }
  std::size_t shown = 0;
  for (const auto& [why, count] : seen) shown += std::min(count, kShownAlike);
  if (const std::size_t more = summary.untaken_values - shown; more > 0)
    std::cerr << options.program << ": and " << counted(more, "more value") << " not taken over\n";
}

/// The summary as one object, for programs.
void print_json(const crawl::ImportSummary& summary, const Unread& unread) {
  const auto list = [](const auto& rows) {
    Report out = Report::array();
    for (const auto& [where, why] : rows) out.push_back(trouble(where, why));
    return out;
  };
  Report files = Report::array();
  for (const Error& error : unread) files.push_back(trouble(error.where, error.what));
  print_report({{"rows", summary.rows},
                {"added", summary.added},
                {"replaced", summary.replaced},
                {"duplicates", summary.duplicates},
                {"rejected", summary.rejected},
                {"rejections", list(summary.rejections)},
                {"untaken_values", summary.untaken_values},
                {"untaken", list(summary.untaken)},
                {"files_not_read", std::move(files)}});
}

void print_summary(const crawl::ImportSummary& summary, const Unread& unread, const Options& options) {
  for (const Error& error : unread) print_error(options.program, error);
  for (const auto& rejection : summary.rejections) {
    std::cerr << options.program << ": " << safe_text(rejection.where) << ": " << safe_text(rejection.why) << "\n";
  }
  if (const auto more = summary.rejected - summary.rejections.size(); more > 0) {
    std::cerr << options.program << ": and " << more << " more rejected rows\n";
  }
  if (options.quiet) return;
  if (!options.strict) print_untaken(summary, options); // else they are rejections
  std::cerr << counted(summary.rows, "row") << ": " << summary.added << " new, " << summary.replaced << " replaced, "
            << counted(summary.duplicates, "duplicate") << ", " << summary.rejected << " rejected"
            << (unread.empty() ? "" : "; " + counted(unread.size(), "file") + " not read") << "\n";
}

} // namespace

Result<int> import_files(const Options& options) {
  if (options.schema) {
    std::cout << embedded_file("import-row.schema.json").content;
    return 0;
  }
  if (options.arguments.empty())
    return fail(ErrorCode::Usage, "FILE is missing", {}, "`trawl import --help` has examples");
  TRAWL_TRY(auto session, WriteSession::open(options));
  TRAWL_CHECK(session.database.execute(kImportCache));
  const bool are_files = std::ranges::all_of(options.arguments, [](const std::string& path) {
    std::error_code unknown;
    return std::filesystem::is_regular_file(path, unknown);
  });
  TRAWL_TRY(auto index, session.update_index(options, are_files ? kFileCommits : crawl::CommitOptions()));
  crawl::Importer importer(
      session.database, session.knowledge, options.source, now, [&] { index.notify(); }, {}, options.strict);
  std::optional<WorkProgress> progress(std::in_place, options.quiet, "rows");
  Unread unread;
  for (const auto& path : options.arguments) {
    if (is_stopped()) break;
    progress->begin("importing " + path);
    const auto done = import_file(path, options, session, importer, *progress);
    if (done) continue;
    const bool is_of_file = done.error().where == path && done.error().code != ErrorCode::Exhausted;
    if (!is_of_file) return std::unexpected(done.error());
    unread.push_back(done.error()); // the other files are still imported
  }
  if (importer.summary().rows == 0 && unread.size() == options.arguments.size()) {
    progress.reset();
    for (const Error& error : unread) print_error(options.program, error);
    const bool is_mistyped = std::ranges::all_of(
        unread, [](const Error& error) { return error.code == ErrorCode::Usage; }); // not there, or a folder
    return exit_code_of(is_mistyped ? ErrorCode::Usage : ErrorCode::Partial);
  }
  TRAWL_CHECK(importer.finish());
  progress.reset();
  TRAWL_CHECK(session.finish(options, index));
  if (options.is_json()) {
    print_json(importer.summary(), unread);
  } else {
    print_summary(importer.summary(), unread, options);
  }
  if (is_stopped()) {
    if (!options.quiet)
      std::cerr << "stopped; everything read until then is searchable. Import the same files again to continue\n";
    return signal_exit_code();
  }
  return importer.summary().rejected > 0 || !unread.empty() ? exit_code_of(ErrorCode::Partial) : 0;
}

} // namespace trawl::commands
