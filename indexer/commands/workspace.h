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

/// What the index tells readers of each source: health by its entrances' state.
std::vector<index::SourceNote> source_notes(const std::vector<schema::SourceDefinition>& sources,
                                            const std::vector<store::EntranceState>& entrances);

} // namespace trawl::commands
