// SPDX-License-Identifier: GPL-3.0-or-later
/// What an element's tag, class, id, itemprop and ARIA role say about its purpose.
#pragma once

#include "indexer/extract/words/names.h"
#include "indexer/html/dom.h"

#include <cstdint>

namespace trawl::extract {

/// The purpose of an element: bits of NameSense among kAllRoles; one element can have several. `names`: of the page.
std::uint8_t roles_of(const html::Dom& dom, NameLookup& names, html::NodeId node);

} // namespace trawl::extract
