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
#include <unistd.h>

namespace trawl::commands {
namespace {

namespace fs = std::filesystem;

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
  auto done = options.run(options);
  write_error = errno;
  const bool is_kept = had_store || (options.engine.is_cluster() && was_there(directory.crawl_db()));
  if (!is_kept) remove_empty_store(directory);
  if (!had_folder) ::rmdir(directory.root.c_str()); // if it is empty; a link to what is not there stays
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
    if (options.run == nullptr) {
      TRAWL_CHECK(flush_standard_output());
      return options.exit_code;
    }
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
