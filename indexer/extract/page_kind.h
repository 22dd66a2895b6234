// SPDX-License-Identifier: GPL-3.0-or-later
/// Whether a page is a discussion: a forum's thread, a question with answers. There the comments are the text.
#pragma once

#include "indexer/html/dom.h"

#include <string_view>

namespace trawl::extract {

/// Judged by what the page says of itself (schema.org types, the generator, classes of the outermost elements) and by
/// the words of its address.
bool is_discussion(const html::Dom& dom, std::string_view url);

} // namespace trawl::extract
