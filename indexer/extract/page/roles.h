// SPDX-License-Identifier: GPL-3.0-or-later
/// What an element's tag, class, id, itemprop and ARIA role say about its purpose.
#pragma once

#include "indexer/extract/words/names.h"
#include "indexer/html/dom.h"

#include <cstdint>
#include <string_view>

namespace trawl::extract {

/// The purpose of an element: bits of NameSense among kAllRoles; one element can have several. `names`: of the page.
std::uint8_t roles_of(const html::Dom& dom, NameLookup& names, html::NodeId node);

/// Whether a class attribute is WordPress's list for a post. It contains the post's categories and tags, which may be
/// any words.
bool lists_categories(std::string_view classes);

} // namespace trawl::extract
