// SPDX-License-Identifier: GPL-3.0-or-later
/// Tombstones: metadata keys that say which articles were removed, so that the daemon can answer "gone" rather than
/// "not found". A tombstone stays when the article is added again; callers look for the article first.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

/// The metadata key of an article's tombstone. Any value that is not empty will do.
inline std::string tombstone_key(std::string_view article_id) { return "trawl.removed." + std::string(article_id); }
inline constexpr const char* kTombstone = "1";

} // namespace trawl::index
