// SPDX-License-Identifier: GPL-3.0-or-later
/// The commands of trawl-indexer. Each returns the exit code, or the error that ends the program. Data goes to standard
/// output, everything else to standard error.
#pragma once

#include "indexer/commands/options.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"

namespace trawl::commands {

/// Parses the command line, runs its command and prints errors. Returns the exit code of the process.
int run(int argc, const char* const* argv);

Result<int> crawl(const Options& options);
Result<int> add_articles(const Options& options);
Result<int> remove_articles(const Options& options);
Result<int> import_files(const Options& options);
Result<int> export_articles(const Options& options);
Result<int> inspect_article(const Options& options);
Result<int> inspect_feed(const Options& options);
Result<int> inspect_robots(const Options& options);
Result<int> inspect_url(const Options& options);
Result<int> inspect_charset(const Options& options);
Result<int> rebuild_index(const Options& options);
Result<int> check_index(const Options& options);
Result<int> compact_index(const Options& options);
Result<int> back_up_index(const Options& options);
Result<int> restore_index(const Options& options);
/// Ends a restore that was killed, or failed, when it had made all that it puts in place.
Result<void> finish_restore(const DataDirectory& directory);

Result<int> list_sources(const Options& options);
Result<int> show_sources(const Options& options);
Result<int> show_source_status(const Options& options);
Result<int> test_sources(const Options& options);
Result<int> add_source(const Options& options);
Result<int> remove_sources(const Options& options);
Result<int> enable_sources(const Options& options);
Result<int> disable_sources(const Options& options);
Result<int> import_sources(const Options& options);
Result<int> export_sources(const Options& options);

} // namespace trawl::commands
