// SPDX-License-Identifier: GPL-3.0-or-later
/// Takes a second look at elements that were removed because of their names, once the main text is known: an element
/// between its paragraphs that reads like them is the author's text, whatever its class or id.
#pragma once

#include "indexer/extract/page/removal.h"
#include "indexer/extract/words/names.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trawl::extract {

/// Sums over ranges of nodes, each in constant time.
class NodeSums {
 public:
  NodeSums() = default;
  explicit NodeSums(html::NodeId nodes) : before_(nodes + std::size_t{1}) {}

  /// Adds to one node. Call before the first in().
  void add(html::NodeId node, std::size_t amount) {
    before_[node + std::size_t{1}] += static_cast<std::uint32_t>(amount);
  }
  void finish();

  /// The sum over [begin, end).
  std::size_t in(html::NodeId begin, html::NodeId end) const { return before_[end] - before_[begin]; }

 private:
  std::vector<std::uint32_t> before_;
};

/// The reasons of all rules that remove elements, in the order in which the rules are tried.
std::vector<const RemovalReason*> element_removal_reasons();

/// Removes whole elements before the main text is chosen: menus, share bars, related lists, comments, hidden parts.
enum class Strictness {
  Strict,  ///< remove everything that is marked as boilerplate
  Lenient, ///< remove only hidden parts, comments, and elements that cannot be text: navigation, footers, dialogs
};

struct ElementRemovals {
  html::NodeSet removed;         ///< the top elements of the removed subtrees
  std::vector<Removal> removals; ///< the same in document order, with the rule that removed each
  std::vector<html::NodeId>
      captions; ///< block elements that are captions by their names, in document order; not removed
  std::vector<std::uint32_t> running_bytes; ///< by node: bytes of long text nodes outside links
  NodeSums media;                           ///< images and players
  std::vector<std::uint8_t> roles;          ///< by node: roles_of (roles.h); 0 inside removed subtrees and code
};

/// Applies the rules of element_removal.h to every element. `keep_comments`: the page is a discussion, so its comments
/// are the text.
ElementRemovals remove_elements(const html::Dom& dom, NameLookup& names, Strictness strictness, bool keep_comments);

/// The main text as found by the first look. Views must outlive the call.
struct FirstLook {
  const html::Dom& dom;
  NameLookup& names;
  const std::vector<html::TextBlock>& blocks; ///< of the page, without what was removed
  const html::NodeSet& in_teasers;            ///< nodes in lists of teasers: no paragraphs
  html::NodeId container;                     ///< the element with the main text
  html::Hidden hidden;
  bool keeps_comments;
  bool is_overview; ///< an undated page, and no discussion
};

/// Takes elements of the container out of `page.removed` if both hold:
/// - place: there is running text before and after the element, both beside it, and it is not the caption of an image,
/// or the page is an overview, whose parts stand apart;
/// - content: it has a sentence, a list, a table or code, few links, no line that is only a link, and no form. Returns
/// whether it restored any. Linear in the page.
bool restore_parts_of_text(const FirstLook& look, ElementRemovals& page);

} // namespace trawl::extract
