// SPDX-License-Identifier: GPL-3.0-or-later
/// Text constructs: elements with text for humans (RFC 4287 §3.1), and Atom's content element (§4.1.3).
#pragma once

#include "indexer/feed/formats/feed_document.h"

#include <string>

namespace trawl::feed {

/// The element's content as HTML, with absolute links. An element without a type is read as RSS has it: escaped HTML.
std::string html_of(const FeedDocument& document, NodeId node);

/// The element's content as one line of plain text.
std::string title_of(const FeedDocument& document, NodeId node);

} // namespace trawl::feed
