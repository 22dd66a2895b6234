// SPDX-License-Identifier: GPL-3.0-or-later
/// What an element's tag, class, id, itemprop and ARIA role say about its purpose.
#pragma once

#include "indexer/extract/content/name_roles.h"
#include "indexer/html/dom.h"

#include <cstdint>

namespace trawl::extract {

/// The roles (name_roles.h) of an element.
std::uint8_t roles_of(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
