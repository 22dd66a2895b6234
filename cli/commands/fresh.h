// SPDX-License-Identifier: GPL-3.0-or-later
/// What a saved search finds that its reader was not shown yet.
#pragma once

#include "cli/client.h"
#include "cli/render/render.h"
#include "cli/settings.h"
#include "shared/base/json.h"
#include "shared/store/reader_memory.h"

#include <functional>
#include <string>
#include <vector>

namespace trawl::cli {

/// What a first look says of the articles that it passed over.
std::string note_on_passed(std::size_t count, const std::string& name = {});

/// Its words and filters: without how its results were shown when it was saved.
Parameters parameters_of(const store::SavedSearch& saved);

/// What is asked to see what is new of a search. `filters` are added to its own.
Parameters asked_for(const store::SavedSearch& saved, const Parameters& filters);

/// Visits the pages of what a search finds, newest first, until `visit` says that it is enough.
Result<void> visit_pages(Client& client, Parameters parameters, const std::function<bool(Answer&)>& visit);

/// What a saved search finds now and has not shown.
struct Fresh {
  Answer search;                   ///< an answer of the API whose hits are only the new ones
  std::vector<std::string> passed; ///< to be remembered with what is shown: what is older than a first look goes back
};

/// `all`: also what is older than a first look goes back, and was passed over in it. What was read is never new.
/// `form`: how its hits are written.
Result<Fresh> ask_fresh(Client& client, store::ReaderMemory& memory, const store::SavedSearch& saved, bool all,
                        const Parameters& filters, const Parameters& form = {});

/// Whether `error` says that the API refuses the search (a backup may hold one of another version); then prints a note
/// that it is left out, and the caller goes on with the others.
bool leaves_out(const store::SavedSearch& saved, const Error& error);

} // namespace trawl::cli
