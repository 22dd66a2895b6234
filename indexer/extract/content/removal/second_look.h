// SPDX-License-Identifier: GPL-3.0-or-later
/// Takes a second look at elements that were removed because of their names, once the main text is known: an element
/// between its paragraphs that reads like them is the author's text, whatever its class or id.
#pragma once

#include "indexer/extract/content/removal/element_removal.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <vector>

namespace trawl::extract {

/// The main text as found by the first look. Views must outlive the call.
struct FirstLook {
  const html::Dom& dom;
  const std::vector<html::TextBlock>& blocks; ///< of the page, without what was removed
  html::NodeId container;                     ///< the element with the main text
  html::Hidden hidden;
  bool keeps_comments;
};

/// Takes elements of the container out of `page.removed` if both hold:
/// - place: there is running text before and after the element, both beside it, and it is not the caption of an image;
/// - content: it has a sentence, a list, a table or code, few links, no line that is only a link, and no form. Returns
/// whether it restored any. Linear in the page.
bool restore_parts_of_text(const FirstLook& look, ElementRemovals& page);

} // namespace trawl::extract
