// SPDX-License-Identifier: GPL-3.0-or-later
/// Articles like a given one, by content.
#pragma once

#include "shared/index/index_reader.h"
#include "shared/search/query.h"

#include <cstdint>
#include <vector>

namespace trawl::search {

/// The documents most like `document` by its most telling words; of those about as alike as the best, other sources
/// first. Never itself.
/// Fewer than `limit` if fewer share enough; none for an article of a line or two. (Copies are folded into their
/// article when indexed, so none appear.) Exceptions of Xapian pass through.
std::vector<std::uint32_t> related_documents(std::uint32_t document, index::IndexReader& reader, std::size_t limit,
                                             Deadline deadline);

} // namespace trawl::search
