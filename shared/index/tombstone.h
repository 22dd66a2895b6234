// SPDX-License-Identifier: GPL-3.0-or-later
/// Which articles were here and are no more: metadata of the index, as the daemon opens nothing else. Marks
/// stay when an article comes back: whoever asks has looked for it first.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

/// The metadata key of an article's mark; what stands there only has to be something.
inline std::string tombstone_key(std::string_view article_id) { return "trawl.removed." + std::string(article_id); }
inline constexpr const char* kTombstone = "1";

} // namespace trawl::index
