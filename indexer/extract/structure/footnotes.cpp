// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/footnotes.h"

#include "indexer/extract/structure/name_words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"
#include "shared/content/content.h"

#include <algorithm>
#include <vector>

namespace trawl::extract {
namespace {

using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::size_t kLongestMark = 8; ///< bytes
constexpr NodeId kLargestMark = 12;     ///< nodes
constexpr std::size_t kMostMarks = 2'000;
constexpr std::string_view kNoteWords[] = {"footnote", "footnotes", "fn", "noteref", "endnote", "sidenote"};

/// The target id of a link within the page; empty for other links.
std::string_view fragment_of(const Dom& dom, NodeId link) {
  const std::string_view href = dom.attribute(link, "href");
  return href.size() > 1 && href.front() == '#' ? href.substr(1) : std::string_view();
}

/// The text of a mark without its brackets; empty if it is too long for a mark.
std::string mark_text(const Dom& dom, NodeId node) {
  if (dom[node].end - node > kLargestMark) return {};
  std::string text = html::squeeze(html::raw_text(dom, node));
  std::erase_if(text, [](char c) { return c == '[' || c == ']' || c == '(' || c == ')' || ascii::is_space(c); });
  return text.size() <= kLongestMark ? text : std::string();
}

/// The raised element around the link or the link itself, if the link looks like the mark of a note; else kNoNode.
NodeId mark_of_link(const Dom& dom, NodeId link) {
  if (fragment_of(dom, link).empty() || mark_text(dom, link).empty()) return kNoNode;
  const NodeId parent = dom[link].parent;
  if (dom[parent].tag == Tag::Sup && mark_text(dom, parent) == mark_text(dom, link)) return parent;
  const bool says_so = dom.attribute(link, "role") == "doc-noteref" || dom.has_attribute(link, "data-footnote-ref") ||
                       has_name_word(dom.attribute(link, "class"), kNoteWords);
  return says_so || dom.first(Tag::Sup, link) != kNoNode ? link : kNoNode;
}

/// The block that a link leads to: the list item, not the anchor inside it.
NodeId note_around(const Dom& dom, NodeId target) {
  NodeId node = target;
  while (node != kNoNode && !html::is_block(dom[node].tag)) node = dom[node].parent;
  if (node == kNoNode || dom[node].tag != Tag::Dt) return node;
  for (NodeId next = dom[node].next_sibling; next != kNoNode; next = dom[next].next_sibling) {
    if (dom[next].tag == Tag::Dd) return next;
  }
  return kNoNode;
}

bool may_hold_note(Tag tag) {
  return tag == Tag::Li || tag == Tag::P || tag == Tag::Div || tag == Tag::Aside || tag == Tag::Dd ||
         tag == Tag::Section || tag == Tag::Td || tag == Tag::Unknown;
}

} // namespace

Footnotes::Footnotes(const Dom& dom, NodeId scope) : dom_(dom) {
  struct Candidate {
    NodeId link, mark;
  };
  std::vector<Candidate> candidates;
  std::unordered_map<std::string_view, NodeId> targets;
  for (NodeId node = scope; node < dom[scope].end && candidates.size() < kMostMarks; ++node) {
    if (dom[node].tag != Tag::A) continue;
    if (const NodeId mark = mark_of_link(dom, node); mark != kNoNode) {
      candidates.push_back({node, mark});
      targets.emplace(fragment_of(dom, node), kNoNode);
    }
  }
  if (candidates.empty()) return;
  for (NodeId node = scope; node < dom[scope].end; ++node) {
    for (const html::Attribute& attribute : dom.attributes(node)) {
      if (attribute.name != "id" && attribute.name != "name") continue;
      const auto target = targets.find(attribute.value);
      if (target != targets.end() && target->second == kNoNode) target->second = node;
    }
  }
  NodeId last_note = kNoNode;
  for (const auto& [link, mark] : candidates) {
    const NodeId target = targets[fragment_of(dom, link)];
    const NodeId note = target == kNoNode ? kNoNode : note_around(dom, target);
    // A note's link back to its mark leads upwards.
    if (note == kNoNode || note <= mark || !may_hold_note(dom[note].tag)) continue;
    if (last_note != kNoNode && dom.contains(note, last_note) && note != last_note) continue;
    last_note = note;
    auto [label, is_new] = notes_.try_emplace(note);
    if (is_new) label->second = label_for(mark_text(dom, mark));
    marks_[mark] = label->second;
    for (const NodeId named : {mark, link}) {
      for (const std::string_view name : {"id", "name"}) {
        if (const auto id = dom.attribute(named, name); !id.empty()) mark_ids_.emplace(id, mark);
      }
    }
  }
}

std::string Footnotes::label_for(std::string_view text) {
  std::string label(text);
  if (!content::is_footnote_label(label) || used_.contains(label)) {
    do label = next_label();
    while (used_.contains(label));
  }
  used_.emplace(label, 0);
  if (std::ranges::all_of(label, ascii::is_digit)) {
    numbered_ = std::max<std::size_t>(numbered_, label.size() < 8 ? std::stoul(label) : 0);
  }
  return label;
}

bool Footnotes::is_back_link(NodeId node) const {
  if (notes_.empty()) return false;
  if (dom_[node].tag == Tag::Sup || dom_[node].tag == Tag::Span) {
    const NodeId link = dom_[node].end - node <= kLargestMark ? dom_.first(Tag::A, node) : kNoNode;
    return link != kNoNode && is_back_link(link) && mark_text(dom_, link) == mark_text(dom_, node);
  }
  if (dom_[node].tag != Tag::A) return false;
  const std::string_view fragment = fragment_of(dom_, node);
  if (fragment.empty()) return false;
  const auto mark = mark_ids_.find(fragment);
  return (mark != mark_ids_.end() && mark->second < node) || dom_.attribute(node, "role") == "doc-backlink";
}

bool is_note_beside_mark(const Dom& dom, NodeId node) {
  static constexpr std::string_view kWords[] = {"sidenote", "marginnote"};
  const Tag tag = dom[node].tag;
  if (tag == Tag::Unknown && dom[node].text == "d-footnote") return true;
  return (tag == Tag::Span || tag == Tag::Small) && has_name_word(dom.attribute(node, "class"), kWords) &&
         !html::squeeze(html::raw_text(dom, node)).empty();
}

} // namespace trawl::extract
