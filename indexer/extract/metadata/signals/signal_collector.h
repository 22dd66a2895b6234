// SPDX-License-Identifier: GPL-3.0-or-later
/// Collects the metadata signals of a page.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/html/dom.h"

namespace trawl::extract {

/// Walks the page once.
MetadataSignals collect_signals(const html::Dom& dom);

} // namespace trawl::extract
