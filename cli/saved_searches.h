// SPDX-License-Identifier: GPL-3.0-or-later
/// The user's saved searches, in a file of the user's own: never in the index, so a rebuild or another index keeps
/// them.
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
  std::vector<std::string> seen; ///< ids that were shown, so that only what came since is new
};

/// $XDG_STATE_HOME/trawl/searches.json, else ~/.local/state/trawl/searches.json.
std::filesystem::path saved_searches_file();

/// All of them; none when the file is not there. Malformed when it is no such file.
Result<std::vector<SavedSearch>> load_saved_searches(const std::filesystem::path& file);

/// Replaces the file whole.
Result<void> store_saved_searches(const std::filesystem::path& file, const std::vector<SavedSearch>& searches);

} // namespace trawl::cli
