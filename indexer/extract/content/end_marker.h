// SPDX-License-Identifier: GPL-3.0-or-later
/// Where an article ends by the text that its page carries as data (JSON-LD's articleBody). That text is a witness, not
/// the truth: it may be abridged, or another article's, so it only says something where both agree up to an end.
#pragma once

#include <cstddef>
#include <string_view>

namespace trawl::extract {

/// How many bytes of `text` to keep: up to the last line with which `body` ends as well, if both are about as long up
/// to there and little follows; else all. Linear in both.
std::size_t stated_end(std::string_view text, std::string_view body);

} // namespace trawl::extract
