// SPDX-License-Identifier: GPL-3.0-or-later
/// The user's saved searches. They are kept in a file of the user, not in the index, so they survive a rebuild and work
/// with any index.
#pragma once

#include "cli/settings.h"

#include "shared/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace trawl::cli {

struct SavedSearch {
  std::string name;
  Parameters parameters;         ///< q and filters, as the API takes them
  std::vector<std::string> seen; ///< ids already shown, with the moment of the last revision; other hits are new
};

/// $XDG_STATE_HOME/trawl/searches.json, else ~/.local/state/trawl/searches.json.
std::filesystem::path saved_searches_file();

/// All saved searches; empty if the file does not exist. Malformed if the file cannot be parsed.
Result<std::vector<SavedSearch>> load_saved_searches(const std::filesystem::path& file);

/// Replaces the file atomically.
Result<void> store_saved_searches(const std::filesystem::path& file, const std::vector<SavedSearch>& searches);

} // namespace trawl::cli
