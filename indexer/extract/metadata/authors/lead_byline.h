// SPDX-License-Identifier: GPL-3.0-or-later
/// Reads the byline at the beginning of an article's text, for articles whose page names nobody.
#pragma once

#include "indexer/extract/metadata/authors/byline.h"

#include <string_view>

namespace trawl::extract {

/// The people of the first lines, each a cue ("Authors: Ann Lee, Bo Ek") or a known company ("Meta: Ann Lee, Bo Ek")
/// with full names after it and nothing else. Once there is such a line, the next ones may begin with any name
/// ("Crusoe: Cy Dee, Di Fox"). Both lists are empty if the text begins differently.
Byline read_lead_byline(std::string_view text);

} // namespace trawl::extract
