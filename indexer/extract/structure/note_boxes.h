// SPDX-License-Identifier: GPL-3.0-or-later
/// Boxes that authors set apart from the text: notes, tips, warnings, asides.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <optional>

namespace trawl::extract {

/// The kind of note that the element is; nullopt if it is not a note.
std::optional<content::NoteKind> note_kind(const html::Dom& dom, html::NodeId node);

/// Whether the first element in a note is its title, by its name or because it only says what kind the note is.
bool is_note_title(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
