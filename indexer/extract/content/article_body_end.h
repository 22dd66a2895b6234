// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the end of an article by the copy of its text that some pages carry as data (JSON-LD's articleBody).
#pragma once

#include <cstddef>
#include <string_view>

namespace trawl::extract {

/// How many bytes of `text` to keep: up to the last line that is also the end of `article_body`. `article_body` may be
/// abridged or belong to another article, so all of `text` is kept unless both are about equally long up to that line
/// and little text follows it. Linear in both.
std::size_t article_body_end(std::string_view text, std::string_view article_body);

} // namespace trawl::extract
