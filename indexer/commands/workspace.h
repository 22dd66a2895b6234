// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the files that commands work on (the data directory, the catalogue of sources and the vocabulary) by the same
/// rules for all commands.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/enrich/topics.h"
#include "indexer/identity/places.h"
#include "indexer/store/source_store.h"
#include "shared/base/data_directory.h"
#include "shared/base/result.h"
#include "shared/index/index_reader.h"
#include "shared/index/index_writer.h"
#include "shared/schema/catalogue.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::commands {

/// Where `index restore` makes a data directory, inside the one that it replaces.
DataDirectory restoring_directory(const DataDirectory& directory);
/// Removes a store without articles, crawled sources and hosts that asked for a pause, its index and its lock file;
/// without a store, the lock file. They stay if another process writes.
void remove_empty_store(const DataDirectory& directory);

/// The right to write to a data directory, in which what a killed restore left is removed. StoreDamaged if its crawl.db
/// has another schema, Locked; then nothing in it was changed.
Result<WriterLock> lock_for_writing(const DataDirectory& directory);

/// The installed data file `name`: in ../lib/trawl next to the program, in /usr/lib/trawl, or in the schema folder of
/// the source tree. NotFound. Never in a share/trawl: under ~/.local that is the user's own data directory.
Result<std::filesystem::path> find_data_file(std::string_view name);

/// The path of the catalogue: --sources, else sources.json in the data directory, else the installed one.
Result<std::filesystem::path> find_catalogue(const Options& options, const DataDirectory& directory);

Result<std::vector<schema::SourceDefinition>> load_catalogue(const Options& options, const DataDirectory& directory);

/// topics.json in the data directory, else the installed one.
Result<enrich::Topics> load_topics(const DataDirectory& directory);

/// What the user may edit while a crawl runs, as it was read.
struct UserFiles {
  std::string catalogue; ///< the file
  std::vector<schema::SourceDefinition> sources;
  enrich::Topics topics;
};

Result<UserFiles> load_user_files(const Options& options, const DataDirectory& directory);

/// The sources with these ids, in the catalogue's order; all if `names` is empty. Usage, with the nearest id, if
/// one is unknown.
Result<std::vector<schema::SourceDefinition>> select_sources(const std::vector<schema::SourceDefinition>& sources,
                                                             const std::vector<std::string>& names);

/// The sources of `first`, then those of `second` with other ids.
std::vector<schema::SourceDefinition> joined(std::vector<schema::SourceDefinition> first,
                                             const std::vector<schema::SourceDefinition>& second);

/// Ids for new sources, each given once.
class FreeSourceIds {
 public:
  explicit FreeSourceIds(std::set<std::string> taken) : taken_(std::move(taken)) {}

  /// `wanted`, cut and with a number behind it if it is taken: "blog-2".
  std::string take(const std::string& wanted);

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> next_numbers_; ///< by what they stand behind, so that a thousand equal names cost little
};

/// Whose an address is, by the catalogue and by what is remembered of sources that are in it no more.
Result<identity::Places> places_of(const std::vector<schema::SourceDefinition>& catalogue, store::Database& database);

/// All sources that were ever crawled, as they were defined then.
Result<std::vector<schema::SourceDefinition>> remembered_sources(store::Database& database);

/// The state of a source: the note that goes into the index, and what is wrong with it.
struct SourceState {
  index::SourceNote note;
  std::string silence; ///< how long, compared with its publish rate; empty unless its health is "silent"
};

/// What is wrong with the source, as a sentence: its silence, then the error of its seeds.
std::string trouble_of(const SourceState& state);

/// The state of each source at `now`, from its seeds and its articles' dates.
Result<std::vector<SourceState>> source_states(const std::vector<schema::SourceDefinition>& sources,
                                               store::Database& database, Moment now);

/// The labels of all sources: as crawled, else as an import named them, else as in `catalogue`.
Result<std::map<std::string, std::string, std::less<>>>
source_labels(const std::vector<schema::SourceDefinition>& catalogue, store::Database& database);

/// The notes that go into the index: about those of `sources` that have articles, or are in `catalogue` and were ever
/// crawled, and those that an import labelled.
Result<std::vector<index::SourceNote>> notes_for_readers(std::vector<schema::SourceDefinition> sources,
                                                         const std::vector<schema::SourceDefinition>& catalogue,
                                                         store::Database& database);

} // namespace trawl::commands
