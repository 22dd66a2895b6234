// SPDX-License-Identifier: GPL-3.0-or-later
/// Turns the kept nodes of a page into content: headings, lists, tables, code, formulas, notes, footnotes, pictures.
#pragma once

#include "indexer/extract/structure/kept_text.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"
#include "shared/content/content.h"

#include <string_view>

namespace trawl::extract {

/// The page and how its text was read. All must outlive the call.
struct StructureInput {
  const html::Dom& dom;
  const KeptText& kept;
  const html::NodeSet& left_out;
  const html::NodeSet& captions; ///< elements that are captions without being marked as such
  html::Hidden hidden = html::Hidden::LeftOut;
  std::string_view base_url; ///< the base of the addresses of links and pictures
};

/// Linear in the page.
content::Content page_structure(const StructureInput& input);

/// The whole content of an element, by the rules of text_blocks.
content::Content element_structure(const html::Dom& dom, html::NodeId node, std::string_view base_url);

/// The content of an HTML fragment; empty if it cannot be parsed.
content::Content fragment_structure(std::string_view html, std::string_view base_url);

} // namespace trawl::extract
