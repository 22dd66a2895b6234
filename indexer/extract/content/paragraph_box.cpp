// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/content/paragraph_box.h"

#include "indexer/extract/page/block_features.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <functional>

namespace trawl::extract {

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
    if (node != dom.body() && dom[node].tag == Tag::Blockquote) continue;
    const bool is_inside_list =
        tag == Tag::Li || tag == Tag::Dt || tag == Tag::Dd || tag == Tag::Tr || tag == Tag::Tbody;
    if (!is_inside_list || node == dom.body()) return node;
    if (!is_list_or_table(dom[node].tag)) continue;
    node = dom[node].parent;
    while (node != dom.body() && dom[node].tag == Tag::Blockquote) node = dom[node].parent;
    if (dom[node].tag != Tag::Li) return node;
  }
}

/// The amount of running text by box. Code and teasers count only if there is nothing else.
struct TextByBox {
  TextByBox(const Dom& dom, const std::vector<TextBlock>& blocks) {
    const auto is_prose = [](const TextBlock& block) { return block.kind != BlockKind::Code && !is_teaser(block); };
    const bool has_prose =
        std::ranges::any_of(blocks, [&](const auto& block) { return is_running_text(block) && is_prose(block); });
    for (const TextBlock& block : blocks) {
      if (!is_running_text(block) || (has_prose && !is_prose(block))) continue;
      const NodeId box = box_around(dom, block.node);
      const std::size_t bytes = bytes_in[box] += block.text.size();
      all += block.text.size();
      if (bytes > most_bytes) most = box, most_bytes = bytes;
    }
  }

  std::unordered_map<NodeId, std::size_t> bytes_in;
  NodeId most = html::kNoNode; ///< the box with the most
  std::size_t most_bytes = 0, all = 0;
};

} // namespace

NodeId box_around(const Dom& dom, NodeId block) {
  NodeId node = innermost_box(dom, block);
  while (node != dom.body() && is_outline_section(dom, node)) node = dom[node].parent;
  return node;
}

NodeId find_paragraph_box(const Dom& dom, const std::vector<TextBlock>& blocks) {
  const TextByBox text(dom, blocks);
  return text.most_bytes * 2 > text.all ? text.most : html::kNoNode;
}

std::size_t markup_key(const html::Dom& dom, const html::TextBlock& block) {
  const html::NodeId parent = dom[block.node].parent;
  std::size_t key = static_cast<std::size_t>(dom[block.node].tag);
  for (const std::string_view part : {first_class(dom, block.node), dom[parent].text, first_class(dom, parent)}) {
    key = key * 1000003 + std::hash<std::string_view>{}(part);
  }
  return key;
}

void TextByMarkup::add_before(std::size_t key, std::size_t bytes) {
  sums_[key].before += bytes;
  before_ += bytes;
  if (std::ranges::find(frequent_, key) == frequent_.end()) frequent_.push_back(key);
  std::erase_if(frequent_, [&](std::size_t one) { return !is_frequent(one); });
}

bool TextByMarkup::continues() const {
  std::size_t after = 0;
  for (const std::size_t key : frequent_) after += sums_.at(key).after;
  return after >= 200 || after * 10 > before_;
}

} // namespace trawl::extract
