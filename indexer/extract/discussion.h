// SPDX-License-Identifier: GPL-3.0-or-later
/// Distinguishes discussions from articles: forum threads, and questions with answers. There the comments are the text.
#pragma once

#include "indexer/html/dom.h"

#include <string_view>

namespace trawl::extract {

/// Whether the page is a discussion by its schema.org types, its generator, the classes of its outermost elements, or
/// the words of its address.
bool is_discussion(const html::Dom& dom, std::string_view url);

} // namespace trawl::extract
