// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/content/markdown.h"

#include "shared/base/ascii.h"
#include "shared/content/markdown_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace trawl::content {
namespace {

std::string blocks(const std::vector<Node>& nodes, std::string_view separator = "\n\n");

void add_block(std::string& out, std::string_view block, std::string_view separator = "\n\n") {
  if (block.empty()) return;
  if (!out.empty()) out += separator;
  out += block;
}

/// Prefixes the first line with `first` and the others with `others`. Empty lines stay empty; lines of spaces are code
/// and are kept.
std::string indented(std::string_view text, std::string_view first, std::string_view others) {
  std::string out;
  std::string_view prefix = first;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += prefix;
    out += text.substr(0, end);
    while (end == 0 && out.ends_with(' ')) out.pop_back();
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
    prefix = others;
  }
}

std::string heading(const Node& node) {
  std::string line = markdown_lines(node.children, LineUse::OneLine);
  if (line.empty()) return line;
  if (line.ends_with('#')) line.insert(line.size() - 1, "\\"); // closing sequence
  return std::string(std::clamp(node.number, 1u, 6u), '#') + " " + line;
}

std::string code(const Node& node) {
  std::size_t longest = 2, run = 0;
  for (const char c : node.text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const bool is_word = std::ranges::all_of(
      node.attribute, [](char c) { return ascii::is_alnum(c) || std::string_view("+#._-").contains(c); });
  const std::string fence(longest + 1, '`');
  return fence + (is_word ? node.attribute : "") + "\n" + node.text + (node.text.ends_with('\n') ? "" : "\n") + fence;
}

/// Whether a note's title says no more than its kind: "Note:".
bool is_kind_word(std::string_view title, NoteKind kind) {
  while (title.ends_with(':') || title.ends_with('!')) title.remove_suffix(1);
  return ascii::equals_ignoring_case(ascii::trim(title), name_of(kind));
}

std::string note(const Node& node) {
  std::string out, kind = ascii::to_lower(name_of(static_cast<NoteKind>(node.number)));
  std::ranges::transform(kind, kind.begin(), [](char c) { return static_cast<char>(ascii::is_alpha(c) ? c - 32 : c); });
  if (!kind.empty()) out = "[!" + kind + "]";
  std::string inside;
  const bool says_more = !node.text.empty() && !is_kind_word(node.text, static_cast<NoteKind>(node.number));
  if (says_more) inside = markdown_bold({Node{.kind = Kind::Text, .text = node.text}});
  add_block(inside, blocks(node.children));
  add_block(out, inside, says_more ? "\n\n" : "\n");
  return out.empty() ? out : indented(out, "> ", "> ");
}

std::string attribution(const Node& node) {
  const std::string line = markdown_lines(node.children, LineUse::Paragraph);
  const bool has_dash = line.starts_with("—") || line.starts_with("–") || line.starts_with("\\-");
  return line.empty() || has_dash ? line : "— " + line;
}

/// Whether an item is one paragraph, followed only by lists. Lists of such items need no blank lines.
bool is_tight(const Node& item) {
  return std::ranges::all_of(item.children, [&](const Node& child) {
    if (&child == &item.children.front()) return child.kind == Kind::Paragraph || child.kind == Kind::List;
    return child.kind == Kind::List && std::ranges::all_of(child.children, is_tight);
  });
}

std::string item(const Node& node, std::string_view marker, bool is_list_tight) {
  const std::string inside = blocks(node.children, is_list_tight ? "\n" : "\n\n");
  std::string first(marker);
  if (node.number == static_cast<std::uint32_t>(TaskState::Open)) first += "[ ] ";
  if (node.number == static_cast<std::uint32_t>(TaskState::Done)) first += "[x] ";
  return indented(inside, first, std::string(marker.size(), ' '));
}

/// `is_second`: a list of the same kind comes directly before, and the same markers would continue it.
std::string list(const Node& node, bool is_second) {
  std::string out;
  const bool is_list_tight = std::ranges::all_of(node.children, is_tight);
  std::uint64_t number = node.number;
  for (const Node& child : node.children) {
    const std::string marker =
        node.flag ? std::to_string(number++) + (is_second ? ") " : ". ") : (is_second ? "* " : "- ");
    add_block(out, item(child, marker, is_list_tight), is_list_tight ? "\n" : "\n\n");
  }
  return out;
}

std::string row(const Node& node, std::size_t columns) {
  std::string out = "|";
  std::size_t column = 0;
  const auto add = [&](std::string_view cell) {
    if (column++ < columns) out.append(" ").append(cell).append(cell.empty() ? "|" : " |");
  };
  for (const Node& cell : node.children) {
    add(markdown_lines(cell.children, LineUse::TableCell));
    for (std::uint32_t spanned = 1; spanned < cell.number; ++spanned) add("");
  }
  while (column < columns) add("");
  return out;
}

std::size_t columns_of(const Node& row) {
  std::size_t columns = 0;
  for (const Node& cell : row.children) columns += std::max(1u, cell.number);
  return std::min(columns, kMaxColumns);
}

/// The line below the head. A column is aligned as its first cell that is.
std::string rule(const Node& table, std::size_t columns) {
  std::vector<std::string_view> alignments(columns);
  for (const Node& row : table.children) {
    std::size_t column = 0;
    for (const Node& cell : row.children) {
      if (column < columns && alignments[column].empty() && cell.number < 2) alignments[column] = cell.attribute;
      column += std::max(1u, cell.number);
    }
  }
  std::string out = "|";
  for (const std::string_view alignment : alignments) {
    const bool is_centered = alignment == "center";
    out += alignment == "left" || is_centered ? " :---" : " ---";
    out += alignment == "right" || is_centered ? ": |" : " |";
  }
  return out;
}

std::string table(const Node& node) {
  std::string out, captions;
  std::size_t columns = 0;
  bool has_head = false, is_first = true;
  for (const Node& child : node.children) {
    if (child.kind == Kind::Caption) add_block(captions, markdown_lines(child.children, LineUse::Paragraph));
    if (child.kind != Kind::Row) continue;
    columns = std::max(columns, columns_of(child));
    if (std::exchange(is_first, false)) has_head = child.flag;
  }
  if (columns == 0) return captions;
  if (!has_head) out = row(Node{.kind = Kind::Row}, columns) + "\n" + rule(node, columns);
  for (const Node& child : node.children) {
    if (child.kind != Kind::Row) continue;
    add_block(out, row(child, columns), "\n");
    if (std::exchange(has_head, false)) out += "\n" + rule(node, columns);
  }
  add_block(captions, out);
  return captions;
}

std::string footnote(const Node& node) {
  std::string inside = blocks(node.children);
  if (inside.empty() || !is_footnote_label(node.attribute)) return inside;
  return indented(inside, "[^" + node.attribute + "]: ", "    ");
}

std::string block(const Node& node, bool is_second) {
  switch (node.kind) {
  case Kind::Heading:
    return heading(node);
  case Kind::Term:
    return markdown_bold(node.children);
  case Kind::Attribution:
    return attribution(node);
  case Kind::Quote: {
    const std::string inside = blocks(node.children);
    return inside.empty() ? inside : indented(inside, "> ", "> ");
  }
  case Kind::Note:
    return note(node);
  case Kind::List:
    return list(node, is_second);
  case Kind::Table:
    return table(node);
  case Kind::Footnote:
    return footnote(node);
  case Kind::Code:
    return code(node);
  case Kind::Formula:
    return markdown_formula_block(node.text);
  case Kind::Picture:
    return markdown_lines({node}, LineUse::Paragraph);
  case Kind::Paragraph:
  case Kind::Caption:
  case Kind::Cell:
    return markdown_lines(node.children, LineUse::Paragraph);
  default:
    return blocks(node.children);
  }
}

std::string blocks(const std::vector<Node>& nodes, std::string_view separator) {
  std::string out;
  const Node* before = nullptr;
  bool is_second = false;
  for (const Node& node : nodes) {
    const bool continues =
        before != nullptr && before->kind == Kind::List && node.kind == Kind::List && before->flag == node.flag;
    is_second = continues && !is_second;
    const std::string text = block(node, is_second);
    if (text.empty()) continue;
    add_block(out, text, separator);
    before = &node;
  }
  return out;
}

} // namespace

std::string to_markdown(const Content& content) {
  std::string out = blocks(content);
  if (!out.empty()) out += '\n';
  return out;
}

} // namespace trawl::content
