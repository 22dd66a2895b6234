// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/out_of_order_fragments.h"

#include <utility>

#include <gumbo.h>

namespace trawl::html {
namespace {

const GumboNode* child_of(const GumboNode& node, GumboTag tag) {
  const GumboVector& children = node.type == GUMBO_NODE_DOCUMENT ? node.v.document.children : node.v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == tag) return child;
  }
  return nullptr;
}

} // namespace

OutOfOrderFragments::OutOfOrderFragments(const GumboNode& document, IdOf id_of) : id_of_(std::move(id_of)) {
  const GumboNode* html = child_of(document, GUMBO_TAG_HTML);
  const GumboNode* body = html == nullptr ? nullptr : child_of(*html, GUMBO_TAG_BODY);
  if (body == nullptr) return;
  const GumboVector& children = body->v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(children.data[i]);
    if (child->type != GUMBO_NODE_ELEMENT) continue;
    if (const auto number = number_after(*child, "S"); !number.empty()) fragments_.emplace(number, Fragment{child});
  }
}

std::string_view OutOfOrderFragments::number_after(const GumboNode& element, std::string_view letters) const {
  const std::string_view id = id_of_(element);
  const bool is_numbered = id.size() > 2 && id[1] == ':' && letters.find(id[0]) != std::string_view::npos;
  return is_numbered ? id.substr(2) : std::string_view{};
}

const GumboNode* OutOfOrderFragments::take(const GumboNode& placeholder) {
  if (fragments_.empty()) return nullptr;
  const auto fragment = fragments_.find(number_after(placeholder, "BP"));
  if (fragment == fragments_.end() || fragment->second.is_taken) return nullptr;
  fragment->second.is_taken = true;
  return fragment->second.node;
}

bool OutOfOrderFragments::is_taken(const GumboNode& element) const {
  if (fragments_.empty()) return false;
  const auto fragment = fragments_.find(number_after(element, "S"));
  return fragment != fragments_.end() && fragment->second.is_taken && fragment->second.node == &element;
}

} // namespace trawl::html
