// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/page/roles.h"

#include "indexer/extract/page/block_features.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace trawl::extract {

namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

std::uint8_t roles_of_attribute(std::string_view name, std::string_view value) {
  if (name == "itemprop" && (value == "articleBody" || value == "text")) return kContent;
  if (name != "role") return kNoRole;
  return role_purpose(value) != RolePurpose::None ? kBoilerplate : kNoRole;
}

std::uint8_t roles_of_tag(Tag tag) {
  switch (tag) {
  case Tag::Nav:
  case Tag::Footer:
  case Tag::Aside:
  case Tag::Dialog:
  case Tag::Menu:
  case Tag::Search:
    return kBoilerplate;
  case Tag::Header:
  case Tag::Form:
  case Tag::Fieldset:
  case Tag::Label:
  case Tag::Time:
    return kWeakBoilerplate;
  default:
    return kNoRole;
  }
}

/// Whether a label is the text of an item in a task list: it has a checkbox, is in a list item, and not in a form.
bool is_task(const Dom& dom, NodeId label) {
  NodeId item = dom[label].parent;
  if (dom[item].tag == Tag::P || dom[item].tag == Tag::Span) item = dom[item].parent;
  return dom[item].tag == Tag::Li && dom.first(Tag::Input, item) != kNoNode && dom.closest(item, Tag::Form) == kNoNode;
}

/// Elements that an author uses, whatever they are called: captions of figures and tables, panels of tabs, and what
/// DPUB-ARIA calls notes ("doc-footnote"). DPUB-ARIA's lists of places in a document are navigation.
bool is_authors_element(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag == Tag::Figcaption || tag == Tag::Caption || tag == Tag::Details || tag == Tag::Summary) return true;
  const std::string_view role = dom.attribute(node, "role");
  return role == "tabpanel" || role == "note" ||
         (role.starts_with("doc-") && role != "doc-toc" && role != "doc-index" && role != "doc-pagelist");
}

/// The role attribute of the first element inside.
std::string_view role_of_first(const Dom& dom, NodeId node) {
  for (NodeId at = node + 1; at < dom[node].end; ++at) {
    if (dom.is_element(at)) return dom.attribute(at, "role");
  }
  return {};
}

/// Whether the id repeats the heading that the element begins with: generators of sites make one from the other, so it
/// names no part of the page's layout.
bool is_id_of_heading(const Dom& dom, NodeId node, std::string_view id) {
  constexpr NodeId kNear = 6;             // nodes between the element and its heading
  constexpr std::size_t kLongestSign = 4; // bytes of a permalink behind the heading
  for (NodeId at = node + 1; at < std::min(dom[node].end, node + kNear); ++at) {
    if (html::heading_level(dom[at].tag) == 0) continue;
    const std::string heading = html::letters_of(html::raw_text(dom, at)), name = html::letters_of(id);
    return heading.starts_with(name) && heading.size() <= name.size() + kLongestSign;
  }
  return false;
}

} // namespace

bool lists_categories(std::string_view classes) {
  return classes.find("type-post") != std::string_view::npos || classes.find("hentry") != std::string_view::npos ||
         classes.find("status-publish") != std::string_view::npos;
}

std::uint8_t roles_of(const Dom& dom, NameLookup& names, NodeId node) {
  const auto roles_of_names = [&](std::string_view value) {
    return static_cast<std::uint8_t>(names.read(value) & kAllRoles);
  };
  const Tag tag = dom[node].tag;
  if (is_authors_element(dom, node) || (tag == Tag::Label && is_task(dom, node)) ||
      (tag == Tag::Aside && role_of_first(dom, node).starts_with("doc-")))
    return kNoRole;
  std::uint8_t roles = roles_of_tag(tag);
  for (const auto& [name, value] : dom.attributes(node)) {
    if (name == "class") {
      roles |= lists_categories(value) ? std::uint8_t{kContent} : roles_of_names(value);
    } else if (name == "id") {
      const std::uint8_t its_roles = roles_of_names(value);
      const bool is_of_heading = its_roles != kNoRole && is_id_of_heading(dom, node, value);
      roles |= is_of_heading ? its_roles & kComments : its_roles;
    } else {
      roles |= roles_of_attribute(name, value);
    }
  }
  if (tag == Tag::Table || tag == Tag::Figure || dom.closest(node, Tag::Caption) != kNoNode) {
    roles &= static_cast<std::uint8_t>(~kCaption); // "caption-top": the position of its caption
  }
  return roles;
}

} // namespace trawl::extract
