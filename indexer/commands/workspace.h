// SPDX-License-Identifier: GPL-3.0-or-later
/// What commands work on: the data directory, the catalogue of sources, the vocabulary; found by the same rules for
/// all.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/enrich/topics.h"
#include "indexer/store/crawl_store.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_writer.h"
#include "shared/schema/catalogue.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::commands {

/// The file `name` that comes with the program: beside it in ../share/trawl, in /usr/share/trawl, or in the schema
/// folder of the tree it was built in. NotFound.
Result<std::filesystem::path> find_data_file(std::string_view name);

/// The catalogue's file: --sources, else sources.json of the data directory, else the one that comes with the program.
Result<std::filesystem::path> find_catalogue(const Options& options, const DataDirectory& directory);

Result<std::vector<schema::SourceDefinition>> load_catalogue(const Options& options, const DataDirectory& directory);

/// topics.json of the data directory, else the one that comes with the program.
Result<enrich::Topics> load_topics(const DataDirectory& directory);

/// The sources with these ids, in the catalogue's order; all if `names` is empty. NotFound names the nearest id.
Result<std::vector<schema::SourceDefinition>> select_sources(const std::vector<schema::SourceDefinition>& sources,
                                                             const std::vector<std::string>& names);

/// The sources of `first`, then those of `second` with other ids.
std::vector<schema::SourceDefinition> joined(std::vector<schema::SourceDefinition> first,
                                             const std::vector<schema::SourceDefinition>& second);

/// The sources that were ever crawled, as they were described then.
Result<std::vector<schema::SourceDefinition>> remembered_sources(store::Database& database);

/// What is known of a source: what the index tells readers, and in words what is wrong with it.
struct SourceState {
  index::SourceNote note;
  std::string silence; ///< how long, against its habit; empty unless its health is "silent"
};

/// What is wrong with the source, in words: its silence first, and what its entrances failed by.
std::string trouble_of(const SourceState& state);

/// The state at `now` of each source: health by its entrances and its articles' dates.
Result<std::vector<SourceState>> source_states(const std::vector<schema::SourceDefinition>& sources,
                                               store::Database& database, Moment now);

/// What to tell readers of the index now about those of the sources that were ever crawled or have articles.
Result<std::vector<index::SourceNote>> notes_for_readers(std::vector<schema::SourceDefinition> sources,
                                                         store::Database& database);

} // namespace trawl::commands
