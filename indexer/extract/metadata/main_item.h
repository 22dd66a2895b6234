// SPDX-License-Identifier: GPL-3.0-or-later
/// Which of a page's JSON-LD items is its article.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"

#include <string_view>

namespace trawl::extract {

/// The first article whose headline agrees with the page's title or an h1; else the only article; else the one with
/// the page's address, `url`. Null if there is none. Points into `signals`.
const JsonLdItem* find_main_item(const MetadataSignals& signals, std::string_view url);

} // namespace trawl::extract
