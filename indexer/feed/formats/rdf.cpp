// SPDX-License-Identifier: GPL-3.0-or-later
/// RSS 0.90 and 1.0 (https://web.resource.org/rss/1.0/spec): a root element <rdf:RDF>, with the items after the channel
/// instead of inside it. The elements are those of the other versions of RSS.
#include "indexer/feed/formats/feed_format.h"
#include "indexer/feed/formats/rss.h"

namespace trawl::feed {
namespace {

bool is_rdf(const FeedDocument& document) { return document.root_is("rdf"); }

Result<Feed> read_rdf(const FeedDocument& document) { return read_rss(document); }

} // namespace

FeedFormat rdf_format() { return {"rdf", is_rdf, read_rdf}; }

} // namespace trawl::feed
