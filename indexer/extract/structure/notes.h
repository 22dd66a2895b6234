// SPDX-License-Identifier: GPL-3.0-or-later
/// Boxes that authors set apart from the text: notes, tips, warnings, asides.
#pragma once

#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trawl::extract {

/// Whether one of the words is among `wanted`.
bool has_name_word(std::string_view names, std::span<const std::string_view> wanted);

/// The footnotes inside one element.
class Footnotes {
 public:
  /// Finds the pairs of mark and note: a short link within the page that is raised or marked as a note's, and the block
  /// further down to which it leads.
  Footnotes(const html::Dom& dom, html::NodeId scope);

  /// The label of the note whose mark is this element; empty if it is not a mark.
  std::string_view label_of_mark(html::NodeId node) const { return find(marks_, node); }
  /// The label of the note whose block is this element; empty if it is not a note.
  std::string_view label_of_note(html::NodeId node) const { return find(notes_, node); }
  /// The note of a label that a mark has.
  html::NodeId note_of(std::string_view label) const { return used_.at(std::string(label)); }
  /// Whether the element leads from a note back to its mark, or repeats the note's number.
  bool is_back_link(html::NodeId node) const;

  /// A new label, for a note beside its mark.
  std::string next_label() { return std::to_string(++numbered_); }

 private:
  using Labels = std::unordered_map<html::NodeId, std::string>;
  static std::string_view find(const Labels& labels, html::NodeId node) {
    const auto found = labels.find(node);
    return found == labels.end() ? std::string_view() : found->second;
  }
  std::string label_for(std::string_view text, html::NodeId note);

  const html::Dom& dom_;
  Labels marks_, notes_;
  std::unordered_map<std::string_view, html::NodeId> mark_ids_; ///< ids that links back may name, and the mark
  std::unordered_map<std::string, html::NodeId> used_;          ///< labels, and the note
  std::size_t numbered_ = 0;
};

/// Whether the element is a note inside the sentence that it belongs to, which the page shows in the margin or on
/// demand.
bool is_note_beside_mark(const html::Dom& dom, html::NodeId node);

/// The mark of a note that is folded behind it inside the sentence, as LaTeXML writes them: a raised mark, and beside
/// it text that begins with the same mark. Empty if the element is no such note.
std::string mark_of_folded_note(const html::Dom& dom, html::NodeId node);

/// The kind of note that the element is; nullopt if it is not a note.
std::optional<content::NoteKind> note_kind(const html::Dom& dom, html::NodeId node);

/// Whether the first element in a note is its title, by its name or because it only says what kind the note is.
bool is_note_title(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
