// SPDX-License-Identifier: GPL-3.0-or-later
/// The keywords that a page or a feed entry gives itself.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Adds a keyword unless it is empty, known or longer than 100 bytes, or the list is full.
void add_keyword(std::vector<std::string>& keywords, std::string_view text);

/// article:tag and keyword lists of meta elements, then the keywords of `item` (may be null), then rel=tag links.
std::vector<std::string> page_keywords(const MetadataSignals& signals, const JsonLdItem* item);

} // namespace trawl::extract
