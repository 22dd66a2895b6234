// SPDX-License-Identifier: GPL-3.0-or-later
/// Builds content (shared/content) from the events of a walk over a page in document order. The result is well-formed
/// however the elements are nested: text gets a paragraph, an item outside a list does not become an item, emphasis
/// that crosses the end of a paragraph is divided. White space collapses as in CSS.
#pragma once

#include "shared/content/content.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

class ContentTree {
 public:
  ContentTree();

  /// Opens a block and returns its level, for `close`. A list directly in a list continues the previous item.
  std::size_t open(content::Node block);
  /// Closes the block of this level and all blocks inside it. Drops empty ones.
  void close(std::size_t level);
  /// Adds code, a picture, a figure, or a formula on lines of its own. In a line, such as that of a cell, code is
  /// inline, and a figure comes after it.
  void add_block(content::Node block);
  /// The beginning or end of an element that is displayed as a block: ends the paragraph. In a cell it starts a line,
  /// in other lines it is white space.
  void end_line();

  /// Puts emphasis, a link or the like around the text that follows, until `close_mark`.
  void open_mark(content::Node mark);
  void close_mark() { marks_.pop_back(); }

  void text(std::string_view raw);
  /// One line break ends a line, two in a row end a paragraph.
  void line_break();
  /// Adds an inline node that is not text.
  void add_inside(content::Node node);
  /// Adds a block that the page has inside a line, such as a footnote, after the outermost block around the line.
  void add_after(content::Node block);

  /// The block of this level if it is still empty, else nullptr.
  content::Node* untouched(std::size_t level);
  bool is_in(content::Kind kind) const { return frames_.back().node.kind == kind; }
  /// Whether the current line has text, or a picture or formula.
  bool has_line_text() const { return has_line_text_; }

  content::Content take();

 private:
  struct Frame {
    content::Node node;
    bool is_implicit = false;    ///< opened for text that had no paragraph, or no item
    bool is_transparent = false; ///< its children go to `target`
    std::size_t target = 0;      ///< the frame that holds its children: itself, or the nearest that is not transparent
    std::size_t first = 0;       ///< the number of children of `target` when this was opened
  };
  struct Mark {
    std::size_t id;
    content::Node node;
  };

  std::vector<content::Node>& children() { return frames_[frames_.back().target].node.children; }
  bool is_in_line() const { return content::is_line_block(frames_.back().node.kind); }
  void push(content::Node block, bool is_implicit);
  void pop();
  void close_implicit_for(content::Kind next);
  void open_wrappers_for(content::Kind next);
  void reopen_last_item();
  void begin_line();
  void align_marks(bool is_for_text);
  void close_inside(std::size_t kept);
  std::vector<content::Node>& line_target();
  std::string& text_target();

  std::vector<Frame> frames_;        ///< the open blocks; the first stands for the article
  std::vector<content::Node> after_; ///< to follow the outermost open block
  std::vector<Mark> marks_;          ///< the open marks
  std::size_t next_mark_ = 0;

  // The current line, if the innermost block is one.
  std::vector<content::Node> inside_;   ///< the marks that its text so far has open, outermost first
  std::vector<std::size_t> inside_ids_; ///< their ids
  bool has_line_text_ = false, is_after_break_ = false, is_space_pending_ = false;
};

} // namespace trawl::extract
