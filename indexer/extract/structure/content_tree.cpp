// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/structure/content_tree.h"

#include "shared/base/ascii.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace trawl::extract {

namespace {

using content::Kind;
using content::Node;

constexpr std::size_t kMaxOpenBlocks = 12; ///< with a row, a cell and all marks inside, that is below kMaxDepth

/// The kind of block that must be opened for text, or for another block, directly inside a block of this kind.
std::optional<Kind> wrapper_in(Kind kind) {
  switch (kind) {
  case Kind::List:
    return Kind::Item;
  case Kind::DefinitionList:
    return Kind::Definition;
  case Kind::Table:
    return Kind::Row;
  case Kind::Row:
    return Kind::Cell;
  default:
    return std::nullopt;
  }
}

bool is_part(Kind kind) {
  return kind == Kind::Item || kind == Kind::Term || kind == Kind::Definition || kind == Kind::Row ||
         kind == Kind::Cell;
}

bool is_part_of(Kind part, Kind whole) {
  if (part == Kind::Term) return whole == Kind::DefinitionList;
  return wrapper_in(whole) == part || (part == Kind::Caption && whole == Kind::Table);
}

/// Whether a block that has just been closed is empty.
bool is_empty(const Node& node) {
  if (node.kind == Kind::Cell) return false;
  if (node.kind == Kind::Note) return node.children.empty() && node.text.empty();
  return std::ranges::all_of(node.children, [&](const Node& child) {
    return node.kind == Kind::Row && child.kind == Kind::Cell && child.children.empty();
  });
}

/// The number of bytes of white space, or of a zero-width character, at `at`. Sets `is_wide` if it separates words.
std::size_t space_at(std::string_view raw, std::size_t at, bool& is_wide) {
  is_wide = true;
  if (ascii::is_space(raw[at])) return 1;
  if (raw.substr(at, 2) == "\xC2\xA0") return 2; // no-break space
  is_wide = false;
  const std::string_view three = raw.substr(at, 3);
  return three == "\xE2\x80\x8B" || three == "\xEF\xBB\xBF" ? 3 : 0; // zero width space, byte order mark
}

} // namespace

ContentTree::ContentTree() { frames_.push_back({{.kind = Kind::Quote}}); }

std::size_t ContentTree::open(Node block) {
  close_implicit_for(block.kind);
  if (block.kind == Kind::List && is_in(Kind::List)) reopen_last_item();
  open_wrappers_for(block.kind);
  push(std::move(block), false);
  return frames_.size() - 1;
}

void ContentTree::push(Node block, bool is_implicit) {
  const Frame& outer = frames_.back();
  const bool is_misplaced = is_part(block.kind) && (outer.is_transparent || !is_part_of(block.kind, outer.node.kind));
  const bool is_inner = !is_part(block.kind) && !content::is_line_block(block.kind);
  const bool is_in_same_line = is_in_line();
  if (is_in_same_line) {
    end_line();
    close_inside(0);
  }
  const bool is_transparent = is_in_same_line || is_misplaced || (is_inner && frames_.size() > kMaxOpenBlocks);
  // More of the same line, or more blocks of the same block.
  if (is_transparent) block.kind = is_in_same_line ? Kind::Paragraph : Kind::Quote;
  const std::size_t target = is_transparent ? frames_.back().target : frames_.size();
  const std::size_t first = is_transparent ? children().size() : 0;
  frames_.push_back({std::move(block), is_implicit, is_transparent, target, first});
  if (is_in_same_line) return;
  has_line_text_ = is_after_break_ = is_space_pending_ = false;
}

/// Closes blocks that were only opened for text. An item opened for a paragraph may also contain the next one.
void ContentTree::close_implicit_for(Kind next) {
  while (frames_.back().is_implicit && (is_in_line() || is_part(next))) pop();
}

void ContentTree::open_wrappers_for(Kind next) {
  for (auto wrapper = wrapper_in(frames_.back().node.kind); wrapper && !is_part_of(next, frames_.back().node.kind);
       wrapper = wrapper_in(frames_.back().node.kind)) {
    push({.kind = *wrapper}, true);
  }
}

void ContentTree::reopen_last_item() {
  std::vector<Node>& items = frames_.back().node.children;
  if (items.empty()) return;
  Node item = std::move(items.back());
  items.pop_back();
  frames_.push_back({std::move(item), true, false, frames_.size()});
}

void ContentTree::close(std::size_t level) {
  while (frames_.size() > std::max<std::size_t>(level, 1)) pop();
}

void ContentTree::pop() {
  close_inside(0);
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  std::vector<Node>& siblings = children();
  std::vector<Node>& own = frame.is_transparent ? siblings : frame.node.children;
  if (content::is_line_block(frame.node.kind)) {
    while (own.size() > frame.first && own.back().kind == Kind::LineBreak) own.pop_back();
  }
  if (!frame.is_transparent && !is_empty(frame.node)) siblings.push_back(std::move(frame.node));
  if (frames_.size() == 1) {
    std::ranges::move(after_, std::back_inserter(siblings));
    after_.clear();
  }
  has_line_text_ = is_in_line() && siblings.size() > frames_.back().first;
  is_after_break_ = has_line_text_ && siblings.back().kind == Kind::LineBreak;
  is_space_pending_ = false;
  if (is_in_line()) end_line();
}

void ContentTree::end_line() {
  if (!is_in_line()) return;
  if (frames_.back().is_implicit && is_in(Kind::Paragraph)) return pop();
  const bool has_lines = std::ranges::any_of(
      frames_, [](const Frame& frame) { return frame.node.kind == Kind::Cell || frame.node.kind == Kind::Caption; });
  has_lines ? line_break() : void(is_space_pending_ = true);
}

void ContentTree::add_block(Node block) {
  if (is_in_line() && !frames_.back().is_implicit) {
    return block.kind == Kind::Figure ? add_after(std::move(block)) : add_inside(std::move(block));
  }
  close_implicit_for(block.kind);
  open_wrappers_for(block.kind);
  if (is_in_line()) return add_inside(std::move(block));
  children().push_back(std::move(block));
}

void ContentTree::add_after(Node block) { (frames_.size() == 1 ? children() : after_).push_back(std::move(block)); }

void ContentTree::open_mark(Node mark) { marks_.push_back({next_mark_++, std::move(mark)}); }

void ContentTree::begin_line() {
  if (is_in_line()) return;
  open_wrappers_for(Kind::Paragraph);
  if (!is_in_line()) push({.kind = Kind::Paragraph}, true);
}

std::vector<Node>& ContentTree::line_target() { return inside_.empty() ? children() : inside_.back().children; }

std::string& ContentTree::text_target() {
  if (!inside_.empty() && inside_.back().kind == Kind::CodeSpan) return inside_.back().text;
  std::vector<Node>& nodes = line_target();
  const std::size_t first = inside_.empty() ? frames_.back().first : 0;
  if (nodes.size() == first || nodes.back().kind != Kind::Text) nodes.push_back({.kind = Kind::Text});
  return nodes.back().text;
}

void ContentTree::close_inside(std::size_t kept) {
  while (inside_.size() > kept) {
    Node node = std::move(inside_.back());
    inside_.pop_back();
    inside_ids_.pop_back();
    if (!node.children.empty() || !node.text.empty()) line_target().push_back(std::move(node));
  }
}

/// Closes and opens marks in the line until they are those around the next text, and writes a pending space outside the
/// marks that end or begin here.
void ContentTree::align_marks(bool is_for_text) {
  const Node& line = frames_.back().node;
  const bool is_bold_line =
      line.kind == Kind::Heading || line.kind == Kind::Term || (line.kind == Kind::Cell && line.flag);
  std::vector<const Mark*> wanted;
  const Mark* code = nullptr; // code has no marks inside, so it comes last
  for (const Mark& mark : marks_) {
    const bool is_repeated =
        std::ranges::any_of(wanted, [&](const Mark* other) { return other->node.kind == mark.node.kind; });
    if (mark.node.kind == Kind::CodeSpan) {
      code = &mark;
    } else if (!is_repeated && !(is_bold_line && mark.node.kind == Kind::Strong)) {
      wanted.push_back(&mark);
    }
  }
  if (code != nullptr && is_for_text) wanted.push_back(code);

  std::size_t common = 0;
  while (common < std::min(wanted.size(), inside_ids_.size()) && wanted[common]->id == inside_ids_[common]) ++common;
  close_inside(common);
  if (is_space_pending_ && has_line_text_ && !is_after_break_) text_target() += ' ';
  is_space_pending_ = false;
  for (; common < wanted.size(); ++common) {
    inside_.push_back(wanted[common]->node);
    inside_ids_.push_back(wanted[common]->id);
  }
  has_line_text_ = true;
  is_after_break_ = false;
}

void ContentTree::text(std::string_view raw) {
  std::string* out = nullptr;
  for (std::size_t at = 0; at < raw.size();) {
    bool is_wide = false;
    if (const std::size_t space = space_at(raw, at, is_wide); space > 0) {
      is_space_pending_ = is_space_pending_ || is_wide;
      at += space;
      continue;
    }
    std::size_t end = at + 1;
    while (end < raw.size() && !ascii::is_space(raw[end]) && static_cast<unsigned char>(raw[end]) < 0xC2) ++end;
    if (out == nullptr) {
      begin_line();
      align_marks(true);
      out = &text_target();
    } else if (is_space_pending_) {
      *out += ' ';
    }
    is_space_pending_ = false;
    out->append(raw, at, end - at);
    at = end;
  }
}

void ContentTree::line_break() {
  if (!is_in_line() || !has_line_text_) return;
  if (is_after_break_) {
    if (frames_.back().is_implicit && is_in(Kind::Paragraph)) pop();
    return;
  }
  close_inside(0);
  children().push_back({.kind = Kind::LineBreak});
  is_after_break_ = true;
  is_space_pending_ = false;
}

void ContentTree::add_inside(Node node) {
  begin_line();
  align_marks(false);
  if (node.kind == Kind::Code) node = {.kind = Kind::CodeSpan, .text = std::move(node.text)};
  line_target().push_back(std::move(node));
}

Node* ContentTree::untouched(std::size_t level) {
  if (level + 1 != frames_.size() || frames_.back().is_transparent) return nullptr;
  Node& node = frames_.back().node;
  return node.children.empty() && inside_.empty() && node.text.empty() ? &node : nullptr;
}

content::Content ContentTree::take() {
  close(1);
  return std::move(frames_.front().node.children);
}

} // namespace trawl::extract
