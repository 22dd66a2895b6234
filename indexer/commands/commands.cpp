// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/commands/commands.h"

#include "indexer/commands/cluster_index.h"
#include "indexer/commands/stop_signal.h"
#include "indexer/commands/workspace.h"
#include "shared/base/system_error.h"
#include "shared/base/terminal_text.h"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <system_error>

#include <sys/stat.h>

namespace trawl::commands {
namespace {

namespace fs = std::filesystem;

Result<int> dispatch(const Options& options) {
  switch (options.command) {
  case Command::None:
    return options.exit_code;
  case Command::Crawl:
    return crawl(options);
  case Command::Add:
    return add_articles(options);
  case Command::Remove:
    return remove_articles(options);
  case Command::Import:
    return import_files(options);
  case Command::Export:
    return export_articles(options);
  case Command::InspectArticle:
  case Command::InspectFeed:
  case Command::InspectRobots:
  case Command::InspectUrl:
  case Command::InspectCharset:
    return inspect(options);
  case Command::IndexRebuild:
    return rebuild_index(options);
  case Command::IndexCheck:
    return check_index(options);
  case Command::IndexCompact:
    return compact_index(options);
  case Command::IndexBackup:
    return back_up_index(options);
  case Command::IndexRestore:
    return restore_index(options);
  case Command::IndexStatus:
    return show_index_status(options);
  case Command::SourcesList:
    return list_sources(options);
  case Command::SourcesShow:
    return show_sources(options);
  case Command::SourcesStatus:
    return show_source_status(options);
  case Command::SourcesTest:
    return test_sources(options);
  case Command::SourcesAdd:
    return add_source(options);
  case Command::SourcesRemove:
  case Command::SourcesEnable:
  case Command::SourcesDisable:
    return edit_sources(options);
  case Command::SourcesImport:
    return import_sources(options);
  case Command::SourcesExport:
    return export_sources(options);
  }
  return 0;
}

/// Runs the command, and removes the data directory that it made if it stored nothing: an empty store would be searched
/// instead of the system daemon's. One whose index is in a cluster stays.
Result<int> run_command(const Options& options) {
  const DataDirectory directory = choose_data_directory(options.data);
  std::error_code unknown;
  int write_error = errno; // of standard output, which flush_standard_output tells of
  TRAWL_CHECK(finish_restore(directory));
  const auto was_there = [&](const std::filesystem::path& path) { return fs::exists(path, unknown) || unknown; };
  const bool had_folder = was_there(directory.root), had_store = was_there(directory.crawl_db());
  errno = write_error;
  auto done = dispatch(options);
  write_error = errno;
  const bool is_kept = had_store || (options.engine.is_cluster() && was_there(directory.crawl_db()));
  if (!is_kept) remove_empty_store(directory);
  if (!had_folder) fs::remove(directory.root, unknown); // if it is empty
  errno = write_error;
  return done;
}

} // namespace

int run(int argc, const char* const* argv) {
  reserve_standard_files();
  ::umask(077); // other users must not be able to read stored articles
  reserve_emergency_memory();
  std::string program;
  const auto result = catching_exceptions([&]() -> Result<int> {
    program = program_name(argc, argv);
    const SafeOutput safe;
    const auto options = parse_options(argc, argv);
    if (const auto engine = opensearch::check(options.engine); !engine) {
      std::cerr << options.program << ": " << to_sentence(engine.error()) << "\n";
      return exit_code_of(engine.error().code);
    }
    catch_signals();
    TRAWL_TRY(const int code, run_command(options));
    TRAWL_CHECK(flush_standard_output());
    return code;
  });
  if (result) return *result;
  print_error(program, result.error());
  const int stopped = signal_exit_code();
  return result.error().code == ErrorCode::Interrupted && stopped != 0 ? stopped : exit_code_of(result.error().code);
}

} // namespace trawl::commands
