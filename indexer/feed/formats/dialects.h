// SPDX-License-Identifier: GPL-3.0-or-later
/// The dialects: each reads its document into the same Feed.
#pragma once

#include "indexer/feed/feed.h"
#include "indexer/feed/formats/elements.h"
#include "shared/base/result.h"

#include <string_view>

namespace trawl::feed {

/// RSS 0.9x, 1.0 (RDF) and 2.0, with whatever vocabularies are mixed in.
Feed read_rss(const FeedDocument& document);

/// Atom 0.3 and 1.0 (RFC 4287).
Feed read_atom(const FeedDocument& document);

/// Microsoft's Channel Definition Format.
Feed read_cdf(const FeedDocument& document);

/// JSON Feed 1.0 and 1.1 (https://jsonfeed.org/version/1.1). Malformed: no JSON, or no feed.
Result<Feed> read_json_feed(std::string_view text, std::string_view url);

} // namespace trawl::feed
