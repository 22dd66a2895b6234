// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/removal/element_removal.h"

#include "indexer/extract/content/element_roles.h"
#include "indexer/extract/content/removal/element_rules.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::size_t kRunningText = 60; ///< bytes from which a text node counts as running text

/// For each node, the bytes of running text (long text nodes outside links) in its subtree.
std::vector<std::uint32_t> running_bytes(const Dom& dom) {
  std::vector<std::uint32_t> running(dom.size(), 0);
  for (NodeId node = dom.size(); node-- > 0;) {
    const html::Node& it = dom[node];
    if (it.tag == Tag::Text) {
      const bool is_text =
          it.text.size() >= kRunningText && dom[it.parent].tag != Tag::A && !html::is_invisible(dom[it.parent].tag);
      running[node] = is_text ? static_cast<std::uint32_t>(it.text.size()) : 0;
    }
    if (it.parent != kNoNode) running[it.parent] += running[node];
  }
  return running;
}

/// Applies the rules to the elements in [begin, end).
void apply_rules(const PageContext& context, NodeId begin, NodeId end, ElementRemovals& page) {
  const Dom& dom = context.dom;
  RoleReader roles(dom);
  for (NodeId node = begin; node < end; ++node) {
    if (!dom.is_element(node)) continue;
    page.roles[node] = roles.roles_of(node);
    const RemovalReason* reason = reason_to_remove({context, node, page.roles[node]});
    if (reason != nullptr && reason->basis == Basis::Caption && html::is_block(dom[node].tag)) {
      if (page.captions.empty() || !dom.contains(page.captions.back(), node)) page.captions.push_back(node);
      continue;
    }
    if (reason != nullptr) {
      page.removed.insert(node);
      page.removals.push_back({node, reason});
    }
    // Syntax highlighters name the parts of code "comment", "tag", "label".
    if (reason != nullptr || dom[node].tag == Tag::Pre) node = dom[node].end - 1;
  }
}

} // namespace

ElementRemovals remove_elements(const Dom& dom, Strictness strictness, bool keep_comments) {
  ElementRemovals page{html::NodeSet(dom), {}, {}, {}, {}, std::vector<std::uint8_t>(dom.size())};
  if (dom.body() == kNoNode) return page;
  page.running_bytes = running_bytes(dom);
  page.media = count_media(dom);
  const PageContext context{dom, page.running_bytes, page.media, strictness == Strictness::Strict, keep_comments};
  apply_rules(context, dom.body() + 1, dom[dom.body()].end, page);
  return page;
}

void remove_inside(const Dom& dom, NodeId node, bool keep_comments, ElementRemovals& page) {
  const PageContext context{dom, page.running_bytes, page.media, false, keep_comments};
  apply_rules(context, node + 1, dom[node].end, page);
}

} // namespace trawl::extract
