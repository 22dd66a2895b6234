// SPDX-License-Identifier: GPL-3.0-or-later
/// The rules by which elements are removed: a list in which the first rule that applies decides.
#pragma once

#include "indexer/extract/content/removal/node_sums.h"
#include "indexer/extract/page/removal.h"
#include "indexer/html/dom.h"

#include <cstdint>
#include <vector>

namespace trawl::extract {

/// The data about the page that the rules use.
struct PageContext {
  PageContext(const html::Dom& page, const std::vector<std::uint32_t>& running, const NodeSums& its_media, bool strict,
              bool comments);

  const html::Dom& dom;
  const std::vector<std::uint32_t>& running_bytes; ///< by node
  const NodeSums& media;                           ///< images and players
  bool is_strict;                                  ///< Strictness::Strict
  bool keeps_comments;
  std::uint32_t all_bytes; ///< of running text in the body
  html::NodeId title;      ///< the first h1, or kNoNode
};

/// An element for the rules to decide on.
struct ElementContext {
  ElementContext(const PageContext& its_page, html::NodeId its_node, std::uint8_t its_roles);

  const PageContext& page;
  html::NodeId node;
  std::uint8_t roles;  ///< name_roles.h
  std::uint32_t bytes; ///< of running text inside
  bool has_title;      ///< the page's first h1 is inside
  bool is_most;        ///< more than half of the page's running text is inside, or the title and some text
};

/// The reason to remove an element, or nullptr to keep it.
const RemovalReason* reason_to_remove(const ElementContext& element);

/// The reasons of all rules that remove elements, in the order in which the rules are tried.
std::vector<const RemovalReason*> element_removal_reasons();

} // namespace trawl::extract
