// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/paragraph_box.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "indexer/extract/content/block_features.h"
#include "shared/base/ascii.h"

namespace trawl::extract {

std::string_view first_class(const Dom& dom, NodeId node) {
  const std::string_view classes = ascii::trim(dom.attribute(node, "class"));
  return classes.substr(0, classes.find(' '));
}

namespace {

using html::BlockKind;
using html::Dom;
using html::NodeId;
using html::Tag;
using html::TextBlock;

/// A list item that begins with a link: a headline and a sentence about the page it links to.
bool is_teaser(const TextBlock& block) { return block.kind == BlockKind::ListItem && link_density(block) >= 0.15; }

bool is_list_or_table(Tag tag) { return tag == Tag::Ul || tag == Tag::Ol || tag == Tag::Dl || tag == Tag::Table; }

NodeId innermost_box(const Dom& dom, NodeId node) {
  for (;;) {
    const Tag tag = dom[node].tag;
    node = dom[node].parent;
    const bool is_inside_list =
        tag == Tag::Li || tag == Tag::Dt || tag == Tag::Dd || tag == Tag::Tr || tag == Tag::Tbody;
    if (!is_inside_list || node == dom.body()) return node;
    if (!is_list_or_table(dom[node].tag)) continue;
    node = dom[node].parent;
    if (dom[node].tag != Tag::Li) return node;
  }
}

/// An anchor or a comment's place: without text and without children that could have any.
bool is_empty(const Dom& dom, NodeId node) {
  return dom[node].first_child == html::kNoNode && dom[node].tag != Tag::Text;
}

} // namespace

bool is_outline_section(const Dom& dom, NodeId node) {
  const Tag tag = dom[node].tag;
  if (tag != Tag::Section && (tag != Tag::Div || first_class(dom, node) != "section")) return false;
  NodeId first = dom[node].first_child;
  while (first != html::kNoNode && (!dom.is_element(first) || is_empty(dom, first))) first = dom[first].next_sibling;
  if (first == html::kNoNode || html::heading_level(dom[first].tag) < 2) return false;
  const NodeId link = dom.first(Tag::A, first);
  return link == html::kNoNode || dom.attribute(link, "href").empty() || dom.attribute(link, "href").starts_with('#');
}

NodeId box_around(const Dom& dom, NodeId block) {
  NodeId node = innermost_box(dom, block);
  while (node != dom.body() && is_outline_section(dom, node)) node = dom[node].parent;
  return node;
}

NodeId find_paragraph_box(const Dom& dom, const std::vector<TextBlock>& blocks) {
  const auto find = [&](auto&& counts) {
    std::unordered_map<NodeId, std::size_t> bytes_in;
    std::size_t all = 0;
    for (const TextBlock& block : blocks) {
      if (!is_running_text(block) || !counts(block)) continue;
      bytes_in[box_around(dom, block.node)] += block.text.size();
      all += block.text.size();
    }
    const auto most = std::ranges::max_element(bytes_in, {}, [](const auto& entry) { return entry.second; });
    return most != bytes_in.end() && most->second * 2 > all ? most->first : html::kNoNode;
  };
  const auto is_prose = [](const TextBlock& block) { return block.kind != BlockKind::Code && !is_teaser(block); };
  const bool has_prose =
      std::ranges::any_of(blocks, [&](const auto& block) { return is_running_text(block) && is_prose(block); });
  return has_prose ? find(is_prose) : find([](const TextBlock&) { return true; });
}

bool is_in_footnotes(const Dom& dom, NodeId node) {
  constexpr int kLevels = 5; // between a note's paragraph and the box of all notes
  for (int level = 0; level < kLevels && node != dom.body() && node != html::kNoNode;
       ++level, node = dom[node].parent) {
    const std::string_view first = first_class(dom, node);
    if (dom.attribute(node, "role") == "doc-endnotes" || first == "footnotes" || first == "footnote") return true;
  }
  return false;
}

} // namespace trawl::extract
