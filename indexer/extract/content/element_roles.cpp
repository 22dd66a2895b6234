// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/element_roles.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "indexer/html/text.h"

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

/// Whether a class attribute is WordPress's list for a post. It contains the post's categories and tags, which may be
/// any words.
bool lists_categories(std::string_view classes) {
  return classes.find("type-post") != std::string_view::npos || classes.find("hentry") != std::string_view::npos ||
         classes.find("status-publish") != std::string_view::npos;
}

std::uint8_t roles_of_attribute(std::string_view name, std::string_view value) {
  if (name == "class" && lists_categories(value)) return kContent;
  if (name == "class" || name == "id") return roles_of_name(value);
  if (name == "itemprop" && (value == "articleBody" || value == "text")) return kContent;
  if (name != "role") return kNoRole;
  static constexpr std::array<std::string_view, 12> kAriaRoles = {
      "navigation",  "banner", "contentinfo", "complementary", "search",  "dialog",
      "alertdialog", "alert",  "menu",        "menubar",       "toolbar", "tooltip"};
  return std::ranges::find(kAriaRoles, value) != kAriaRoles.end() ? kBoilerplate : kNoRole;
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

/// Whether the id is made of the words of a heading, as many generators do. Such an id says nothing about the purpose.
bool is_named_after_heading(const Dom& dom, NodeId node, std::string_view id) {
  if (html::heading_level(dom[node].tag) > 0) return true;
  const Tag tag = dom[node].tag;
  if (tag != Tag::Section && tag != Tag::Div && tag != Tag::Span && tag != Tag::A) return false;
  const NodeId child = dom[node].first_child;
  for (NodeId at = child; at != kNoNode && at < child + 8 && at < dom[node].end; ++at) {
    if (html::heading_level(dom[at].tag) == 0) continue;
    return html::letters_of(html::raw_text(dom, at)).starts_with(html::letters_of(id).substr(0, 12)) ||
           id.starts_with("s-");
  }
  return false;
}

} // namespace

std::uint8_t roles_of(const Dom& dom, NodeId node) {
  std::uint8_t roles = roles_of_tag(dom[node].tag);
  for (const html::Attribute& attribute : dom.attributes(node)) {
    const std::uint8_t named = roles_of_attribute(attribute.name, attribute.value);
    if (named != kNoRole && attribute.name == "id" && is_named_after_heading(dom, node, attribute.value)) continue;
    roles |= named;
  }
  return roles;
}

} // namespace trawl::extract
