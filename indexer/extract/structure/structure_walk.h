// SPDX-License-Identifier: GPL-3.0-or-later
/// The walk over a page that builds its content.
#pragma once

#include "indexer/extract/structure/content_tree.h"
#include "indexer/extract/structure/notes.h"
#include "indexer/extract/structure/page_structure.h"
#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trawl::extract {

/// The number in an attribute, at least `least` and at most `most`; `least` if there is none.
std::uint32_t number_of(const html::Dom& dom, html::NodeId node, std::string_view name, std::uint32_t least,
                        std::uint32_t most);

/// The attribute of a numbered list, until its content is settled, if its items have a class.
inline constexpr std::string_view kStyledItems = "styled";

class StructureWalk {
 public:
  explicit StructureWalk(const StructureInput& input);

  content::Content run();

 private:
  /// What to undo at the end of an element.
  enum class Closing : std::uint8_t { Level, Mark, Line, Table, Footnote };
  struct Open {
    html::NodeId end;
    Closing closing;
    std::size_t level;
  };
  /// An open table: for each column, how many more rows a cell above spans.
  struct OpenTable {
    std::vector<std::uint32_t> spanned;
    std::size_t column = 0;
  };

  ContentTree& tree() { return trees_.back(); }
  void leave();
  html::NodeId visit(html::NodeId node);
  bool is_left_out(html::NodeId node) const;
  bool is_skipped(html::NodeId node);
  bool is_note_title_taken(html::NodeId node);
  std::optional<html::NodeId> visit_media(html::NodeId node);
  std::optional<html::NodeId> visit_formula(html::NodeId node);
  std::optional<html::NodeId> visit_citation(html::NodeId node);
  std::optional<html::NodeId> visit_footnote(html::NodeId node);
  std::optional<html::NodeId> visit_block(html::NodeId node);
  std::optional<html::NodeId> visit_table(html::NodeId node);
  void visit_inside(html::NodeId node);

  void enter(html::NodeId node, content::Node block);
  void enter_mark(html::NodeId node, content::Kind kind, std::string attribute = {});
  void enter_footnote(html::NodeId node, std::string label);
  html::NodeId enter_caption(html::NodeId node, bool is_of_quote);
  void enter_cell(html::NodeId node);
  void write_text(std::string_view raw);
  void write_formula(std::string_view tex, bool is_displayed);
  void write_code(html::NodeId node);
  std::string address_of_link(html::NodeId link);

  const StructureInput& input_;
  const html::Dom& dom_;
  Footnotes footnotes_;
  bool has_dollars_;
  std::vector<ContentTree> trees_;   ///< the article, and the footnote inside it that is being read
  std::vector<content::Node> notes_; ///< the footnotes that are being read, without their children
  std::vector<Open> open_;
  std::vector<OpenTable> tables_;
  std::string folded_mark_;      ///< of the footnote that is being read, which repeats it; empty: not folded
  html::NodeId caption_end_ = 0; ///< the end of the last caption that is not part of the plain text
  html::NodeId note_end_ = 0;    ///< the end of the last note; notes are not nested
  std::size_t note_level_ = 0;   ///< of the note whose title may follow; 0: of none
};

} // namespace trawl::extract
