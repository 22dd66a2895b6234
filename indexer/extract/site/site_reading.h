// SPDX-License-Identifier: GPL-3.0-or-later
/// The text of a page whose site is known: nothing leaves it without evidence. Outside the content root of the page's
/// template everything goes; inside, forms, dialogs and tables of contents, and before the first and after the last
/// sentence of the page's own what is beside the text (page_outline.h) or in a slot of the template.
#pragma once

#include "indexer/extract/page/removal.h"
#include "indexer/extract/site/site_knowledge.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct SiteReading {
  html::NodeId root = html::kNoNode;
  std::vector<html::NodeId> removed; ///< elements in the root: forms and dialogs
  std::vector<html::TextBlock> all;  ///< the root's blocks outside `removed`
  std::vector<html::TextBlock> kept; ///< of these, the text
  std::vector<Removal> removals;     ///< inside the root
  std::string witness;               ///< of the root: "div.post-content, on 12 pages"
};

/// nullopt if the page has no template that the site is known to use. The heading that is `title`, letter for letter,
/// is left out once.
std::optional<SiteReading> read_by_site(const html::Dom& dom, const PageOutline& page, const SiteKnowledge& site,
                                        std::string_view title, std::string_view url);

/// The reason of what is left out outside the root.
extern const RemovalReason kOutsideRoot;

} // namespace trawl::extract
