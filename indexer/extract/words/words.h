// SPDX-License-Identifier: GPL-3.0-or-later
/// The word lists of schema/words, which say what each is for: `[forum classes]` of metadata.txt is
/// kMetadataForumClasses.
#pragma once

#include <string_view>

namespace trawl::extract::words {

#include "indexer/extract/words/bylines_words.inc"  // generated from schema/words/bylines.txt
#include "indexer/extract/words/lines_words.inc"    // generated from schema/words/lines.txt
#include "indexer/extract/words/metadata_words.inc" // generated from schema/words/metadata.txt
#include "indexer/extract/words/names_words.inc"    // generated from schema/words/names.txt

} // namespace trawl::extract::words
