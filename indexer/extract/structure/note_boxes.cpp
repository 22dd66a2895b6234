// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/note_boxes.h"

#include "indexer/extract/structure/name_words.h"
#include "indexer/html/text.h"
#include "shared/base/ascii.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::extract {
namespace {

using content::NoteKind;
using html::Dom;
using html::NodeId;
using html::Tag;

constexpr std::pair<std::string_view, NoteKind> kKindWords[] = {
    {"note", NoteKind::Note},      {"info", NoteKind::Note},           {"information", NoteKind::Note},
    {"secondary", NoteKind::Note}, {"seealso", NoteKind::Note},        {"primary", NoteKind::Note},
    {"tip", NoteKind::Tip},        {"success", NoteKind::Tip},         {"hint", NoteKind::Tip},
    {"check", NoteKind::Tip},      {"important", NoteKind::Important}, {"warning", NoteKind::Warning},
    {"warn", NoteKind::Warning},   {"attention", NoteKind::Warning},   {"caution", NoteKind::Caution},
    {"danger", NoteKind::Caution}, {"error", NoteKind::Caution},       {"failure", NoteKind::Caution},
    {"bug", NoteKind::Caution},    {"critical", NoteKind::Caution}};

/// Words that by themselves mark a box as a note.
constexpr std::string_view kBoxWords[] = {"admonition", "callout", "alert", "notice", "notices", "remark"};
/// The same, but only as the first word of a name: "note-tip", not "sidebar-note".
constexpr std::string_view kLeadingBoxWords[] = {"note", "hint"};
/// Words that mark a box as a note together with a word for its kind.
constexpr std::string_view kPlainBoxWords[] = {"custom", "block", "box", "style", "panel", "message", "notification"};
/// Words for parts of such boxes, and for boxes whose names only resemble theirs.
constexpr std::string_view kPartWords[] = {"body",     "header",   "head",    "title", "content",
                                           "contents", "icon",     "list",    "text",  "label",
                                           "toggle",   "collapse", "heading", "btn",   "toc"};
/// Words that name the box rather than its kind, if another word does.
constexpr std::string_view kWeakKinds[] = {"note", "hint", "primary", "secondary"};
constexpr std::string_view kTitleWords[] = {"title", "heading", "header", "label"};

std::optional<NoteKind> kind_of_word(std::string_view word) {
  for (const auto& [name, kind] : kKindWords) {
    if (name == word) return kind;
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
    if (has_name_word(name, kPartWords)) return;
    bool has_box = has_name_word(name, kBoxWords);
    any_name_word(name, [&](std::string_view word) {
      has_box = has_box || std::ranges::find(kLeadingBoxWords, word) != std::end(kLeadingBoxWords);
      return true; // only the first word
    });
    const bool has_plain_box = !is_single && has_name_word(name, kPlainBoxWords);
    is_box = is_box || has_box;
    is_plain_box = is_plain_box || has_plain_box;
    any_name_word(name, [&](std::string_view word) {
      const auto found = is_single || has_box || has_plain_box ? kind_of_word(word) : std::nullopt;
      const bool is_weak = std::ranges::find(kWeakKinds, word) != std::end(kWeakKinds);
      auto& slot = is_weak ? weak_kind : kind;
      if (found && !slot) slot = found;
      return false;
    });
  }
};

NoteNames note_names(const Dom& dom, NodeId node) {
  NoteNames names;
  std::string_view classes = dom.attribute(node, "class");
  while (!classes.empty()) {
    const std::size_t end = std::min(classes.find_first_of(" \n\t"), classes.size());
    // ':', '/' and '[' occur in utility classes, which are skipped.
    if (const std::string_view name = classes.substr(0, end); name.find_first_of(":/[") == std::string_view::npos) {
      names.add(name);
    }
    classes.remove_prefix(std::min(end + 1, classes.size()));
  }
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

/// Whether the box has a head that opens and closes it.
bool unfolds(const Dom& dom, NodeId node) {
  constexpr NodeId kNear = 8; // nodes
  for (NodeId at = node + 1; at < std::min<NodeId>(dom[node].end, node + kNear); ++at) {
    if (dom.has_attribute(at, "aria-expanded")) return true;
  }
  return false;
}

} // namespace

std::optional<NoteKind> note_kind(const Dom& dom, NodeId node) {
  if (!may_be_note(dom, node)) return std::nullopt;
  if (dom[node].attribute_count == 0 && dom[node].tag != Tag::Aside) return std::nullopt;
  const std::string_view role = dom.attribute(node, "role");
  const NoteNames names = note_names(dom, node);
  if (dom[node].tag == Tag::Details) {
    // Boxes that unfold are often styled as notes. They are notes only if their class is a kind and nothing else.
    return kind_of_word(ascii::to_lower(ascii::trim(dom.attribute(node, "class"))));
  }
  const std::optional<NoteKind> kind = names.kind ? names.kind : names.weak_kind;
  const bool is_aside = dom[node].tag == Tag::Aside || role == "note" || role == "alert";
  const bool is_box = is_aside || names.is_box || (names.kind && names.is_plain_box);
  if (!is_box || unfolds(dom, node)) return std::nullopt;
  return kind.value_or(NoteKind::Unnamed);
}

bool is_note_title(const Dom& dom, NodeId node) {
  constexpr NodeId kLargest = 24; // nodes
  if (dom[node].end - node > kLargest) return false;
  if (dom[node].tag == Tag::Summary || has_name_word(dom.attribute(node, "class"), kTitleWords)) return true;
  std::string text = ascii::to_lower(html::squeeze(html::raw_text(dom, node)));
  while (text.ends_with(':') || text.ends_with('!')) text.pop_back();
  return kind_of_word(text).has_value();
}

} // namespace trawl::extract
