// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/notes.h"

#include "indexer/extract/words/words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace trawl::extract {

namespace {

using content::NoteKind;
using html::Dom;
using html::kNoNode;
using html::NodeId;
using html::Tag;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// Calls `visit` for each word, in lower case, until it returns true; returns whether it did.
bool any_name_word(std::string_view names, const std::function<bool(std::string_view)>& visit) {
  std::string word;
  for (std::size_t at = 0; at <= names.size(); ++at) {
    const char c = at < names.size() ? names[at] : ' ';
    const bool is_part = ascii::is_alnum(c);
    const bool begins_word = is_upper(c) && at > 0 && !is_upper(names[at - 1]);
    if ((!is_part || begins_word) && !word.empty()) {
      if (visit(word)) return true;
      word.clear();
    }
    if (is_part) word += ascii::to_lower(c);
  }
  return false;
}

constexpr std::size_t kLongestMark = 8; ///< bytes
constexpr NodeId kLargestMark = 12;     ///< nodes
constexpr std::size_t kMostMarks = 2'000;

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
                       has_name_word(dom.attribute(link, "class"), words::kStructureFootnotes);
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

constexpr std::pair<std::span<const std::string_view>, NoteKind> kKinds[] = {
    {words::kStructureNotes, NoteKind::Note},
    {words::kStructureTips, NoteKind::Tip},
    {words::kStructureImportant, NoteKind::Important},
    {words::kStructureWarnings, NoteKind::Warning},
    {words::kStructureCautions, NoteKind::Caution}};

std::optional<NoteKind> kind_of_word(std::string_view word) {
  for (const auto& [list, kind] : kKinds) {
    if (words::has(list, word)) return kind;
  }
  return std::nullopt;
}

/// The information in the class names. Utility classes ("block text-primary") contain the same words, so a kind counts
/// only if it is a separate class or part of a box's class.
struct NoteNames {
  bool is_box = false, is_plain_box = false;
  std::optional<NoteKind> kind, weak_kind;

  void add(std::string_view name) {
    const bool is_single = std::ranges::all_of(name, [](char c) { return ascii::is_alpha(c); });
    bool has_box = has_name_word(name, words::kStructureBoxes);
    any_name_word(name, [&](std::string_view word) {
      has_box = has_box || words::has(words::kStructureLeadingBoxes, word);
      return true; // only the first word
    });
    const bool has_plain_box = !is_single && has_name_word(name, words::kStructurePlainBoxes);
    is_box = is_box || has_box;
    is_plain_box = is_plain_box || has_plain_box;
    any_name_word(name, [&](std::string_view word) {
      const auto found = is_single || has_box || has_plain_box ? kind_of_word(word) : std::nullopt;
      const bool is_weak = words::has(words::kStructureWeakKinds, word);
      auto& slot = is_weak ? weak_kind : kind;
      if (found && !slot) slot = found;
      return false;
    });
  }
};

NoteNames note_names(const Dom& dom, NodeId node) {
  NoteNames names;
  html::any_word(dom.attribute(node, "class"), [&](std::string_view name) {
    names.add(name);
    return false;
  });
  for (const html::Attribute& attribute : dom.attributes(node)) {
    const bool names_type = attribute.name.starts_with("data-callout") || attribute.name.starts_with("data-admonition");
    if (names_type && attribute.value.size() < 40) names.add("callout-" + std::string(attribute.value));
  }
  return names;
}

bool may_be_note(const Dom& dom, NodeId node) {
  switch (dom[node].tag) {
  case Tag::Div:
  case Tag::Section:
  case Tag::Aside:
  case Tag::Blockquote:
  case Tag::Details:
  case Tag::Figure:
  case Tag::P:
  case Tag::Unknown:
    return true;
  default:
    return false;
  }
}

bool is_blank(const Dom& dom, NodeId node) { return dom[node].tag == Tag::Text && ascii::trim(dom[node].text).empty(); }

/// The word that is all of a line, without its mark: "warning" for "Warning:".
std::string only_word(const Dom& dom, NodeId node) {
  std::string text = ascii::to_lower(html::squeeze(html::raw_text(dom, node)));
  while (text.ends_with(':') || text.ends_with('!')) text.pop_back();
  return text;
}

} // namespace

bool has_name_word(std::string_view names, std::span<const std::string_view> wanted) {
  if (names.empty()) return false;
  return any_name_word(names, [&](std::string_view word) { return words::has(wanted, word); });
}

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
    if (is_new) label->second = label_for(mark_text(dom, mark), note);
    marks_[mark] = label->second;
    for (const NodeId named : {mark, link}) {
      for (const std::string_view name : {"id", "name"}) {
        if (const auto id = dom.attribute(named, name); !id.empty()) mark_ids_.emplace(id, mark);
      }
    }
  }
}

std::string Footnotes::label_for(std::string_view text, NodeId note) {
  std::string label(text);
  if (!content::is_footnote_label(label) || used_.contains(label)) {
    do label = next_label();
    while (used_.contains(label));
  }
  used_.emplace(label, note);
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
  const Tag tag = dom[node].tag;
  if (tag == Tag::Unknown && dom[node].text == "d-footnote") return true;
  return (tag == Tag::Span || tag == Tag::Small) &&
         has_name_word(dom.attribute(node, "class"), words::kStructureSideNotes) &&
         !html::squeeze(html::raw_text(dom, node)).empty();
}

std::string mark_of_folded_note(const Dom& dom, NodeId node) {
  const NodeId sup = dom[node].first_child;
  if (dom[node].tag != Tag::Span || sup == kNoNode || dom[sup].tag != Tag::Sup) return {};
  const NodeId beside = dom[sup].next_sibling;
  if (beside == kNoNode || dom[beside].tag != Tag::Span) return {};
  std::string mark = mark_text(dom, sup);
  const std::string text = html::squeeze(html::raw_text(dom, beside));
  return !mark.empty() && text.starts_with(mark) && text.size() > mark.size() ? mark : std::string();
}

std::optional<NoteKind> note_kind(const Dom& dom, NodeId node) {
  if (!may_be_note(dom, node)) return std::nullopt;
  if (dom[node].attribute_count == 0) return std::nullopt;
  const NoteNames names = note_names(dom, node);
  if (dom[node].tag == Tag::Details) {
    // Boxes that unfold are often styled as notes. They are notes only if their class is a kind and nothing else.
    return kind_of_word(ascii::to_lower(ascii::trim(dom.attribute(node, "class"))));
  }
  const std::optional<NoteKind> kind = names.kind ? names.kind : names.weak_kind;
  const bool is_box = names.is_box || (names.kind && names.is_plain_box);
  if (!is_box) return std::nullopt;
  return kind.value_or(NoteKind::Unnamed);
}

bool is_note_title(const Dom& dom, NodeId node) {
  constexpr NodeId kLargest = 24; // nodes
  if (dom[node].end - node > kLargest) return false;
  const NodeId after = dom[node].next_sibling;
  if (!html::is_block(dom[node].tag) && after != kNoNode && dom[after].tag == Tag::Text && !is_blank(dom, after))
    return false; // "Note: read this" is one sentence
  if (dom[node].tag == Tag::Summary || has_name_word(dom.attribute(node, "class"), words::kStructureTitles))
    return true;
  return kind_of_word(only_word(dom, node)).has_value();
}

} // namespace trawl::extract
