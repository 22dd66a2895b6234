// SPDX-License-Identifier: GPL-3.0-or-later
/// Metadata that several XML formats write in the same way: categories, dates, Atom's links, images.
#pragma once

#include "indexer/feed/formats/feed_document.h"
#include "shared/base/date_time.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::feed {

/// The maximum number of people or categories read from one entry.
inline constexpr std::size_t kMaxPerEntry = 100;

/// The categories of all children with those names, and of lists of keywords, each once.
std::vector<std::string> categories_of(const FeedDocument& document, NodeId parent, ElementNames names);

/// The first date that can be read; of elements with the same name, the last one.
std::optional<Date> date_of(const FeedDocument& document, NodeId parent, ElementNames names);

/// The target of the child <link> with this relation (RFC 4287 §4.2.7); a link without `rel` is "alternate". Prefers
/// links of type HTML, then links without a type. Empty if there is none.
std::string atom_link(const FeedDocument& document, NodeId parent, std::string_view rel);

/// The image of an entry: a Media RSS thumbnail or image, an iTunes image or an enclosure. Empty if there is none.
std::string image_of(const FeedDocument& document, NodeId entry);

} // namespace trawl::feed
