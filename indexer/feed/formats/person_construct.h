// SPDX-License-Identifier: GPL-3.0-or-later
/// Person constructs (RFC 4287 §3.2), and the texts in which RSS names a person.
#pragma once

#include "indexer/feed/feed.h"
#include "indexer/feed/formats/feed_document.h"

#include <string_view>
#include <vector>

namespace trawl::feed {

/// Reads "a@b.example (Name)", "Name <a@b.example>", an address alone or a name alone.
FeedAuthor person_of_text(std::string_view text);

/// The people of all children with those names, each once; at most kMaxPerEntry.
std::vector<FeedAuthor> people_of(const FeedDocument& document, NodeId parent, ElementNames names);

} // namespace trawl::feed
