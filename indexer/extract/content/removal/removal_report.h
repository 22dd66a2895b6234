// SPDX-License-Identifier: GPL-3.0-or-later
/// Reports to people which parts of a page were left out, where, and on what evidence.
#pragma once

#include "indexer/extract/dropped_part.h"
#include "indexer/extract/page/removal.h"
#include "indexer/html/dom.h"

#include <span>
#include <vector>

namespace trawl::extract {

/// The removals in words, in document order; those without visible text are left out. Linear in the page.
std::vector<DroppedPart> report_removals(const html::Dom& dom, std::span<const Removal> removals);

} // namespace trawl::extract
