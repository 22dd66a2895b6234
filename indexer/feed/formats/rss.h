// SPDX-License-Identifier: GPL-3.0-or-later
/// The elements that all versions of RSS share. For rss.cpp and rdf.cpp.
#pragma once

#include "indexer/feed/feed.h"
#include "indexer/feed/formats/feed_document.h"

namespace trawl::feed {

/// Reads the channel and the items, wherever they are below the root.
Feed read_rss(const FeedDocument& document);

} // namespace trawl::feed
