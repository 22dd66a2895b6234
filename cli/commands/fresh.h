// SPDX-License-Identifier: GPL-3.0-or-later
/// What a saved search finds that its reader was not shown yet.
#pragma once

#include "cli/client.h"
#include "cli/render/render.h"
#include "cli/settings.h"
#include "shared/base/json.h"
#include "shared/store/reader_memory.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace trawl::cli {

/// What a first look says of the articles that it passed over.
std::string note_on_passed(std::size_t count, const std::string& name = {});

/// Its words and filters: without how its results were shown when it was saved.
Parameters parameters_of(const store::SavedSearch& saved);

/// What is asked to see what is new of a search.
Parameters asked_for(const store::SavedSearch& saved);

/// Visits the pages of what a search finds, newest first, until `visit` says that it is enough.
Result<void> visit_pages(Client& client, Parameters parameters, const std::function<bool(Answer&)>& visit);

/// What a saved search finds now and has not shown.
struct Fresh {
  Answer search;                   ///< an answer of the API whose hits are only the new ones
  std::vector<std::string> passed; ///< to be remembered with what is shown: what is older than a first look goes back
};

/// What of it is asked for.
struct FreshRequest {
  bool past = false;    ///< also what is older than a first look goes back, and was passed over in it
  Parameters form = {}; ///< how its hits are written
  std::size_t most = std::numeric_limits<std::size_t>::max(); ///< hits; the answer's total counts all that are new
};

/// What was read is never new.
Result<Fresh> ask_fresh(Client& client, store::ReaderMemory& memory, const store::SavedSearch& saved,
                        const FreshRequest& request);

/// Whether `error` says that the API refuses the search (a backup may hold one of another version); then prints a note
/// that it is left out, and the caller goes on with the others.
bool leaves_out(const store::SavedSearch& saved, const Error& error);

} // namespace trawl::cli
