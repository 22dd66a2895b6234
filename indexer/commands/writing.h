// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything a command that writes needs, opened in the right order: lock, catalogue, vocabulary, store.
#pragma once

#include "indexer/commands/options.h"
#include "indexer/crawl/pages/article_pipeline.h"
#include "indexer/store/sqlite.h"
#include "shared/base/data_directory.h"
#include "shared/index/source_notes.h"

#include <vector>

namespace trawl::commands {

/// Whose word on a source counts when the catalogue and the store describe it differently.
enum class Descriptions {
  Catalogue,  ///< a crawl: the reader may have edited the file
  Remembered, ///< making things again from the store; but a catalogue named by --sources rules all the same
};

struct Writing {
  DataDirectory directory;
  WriterLock lock;
  std::vector<schema::SourceDefinition> sources;   ///< of the catalogue
  std::vector<schema::SourceDefinition> described; ///< and those remembered from other catalogues
  crawl::Knowledge knowledge;
  store::Database database;

  /// Locked: another writer is at work.
  static Result<Writing> open(const Options& options, Descriptions rule);

  /// Keeps the descriptions of these sources in the store, for commands that are later run without their catalogue.
  Result<void> remember(const std::vector<schema::SourceDefinition>& crawled);

  /// What to tell readers of the index now about the sources that were ever crawled or have articles.
  Result<std::vector<index::SourceNote>> notes();
};

} // namespace trawl::commands
