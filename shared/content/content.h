// SPDX-License-Identifier: GPL-3.0-or-later
/// An article's content with its structure: a tree of blocks (headings, lists, tables, code) and of inline nodes
/// (links, emphasis, formulas). The indexed plain text, Markdown and HTML are all made from this one value, so none of
/// them can contain something that another lacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::content {

/// The kind of a node. The comment says which members of Node it uses besides `children`.
enum class Kind : std::uint8_t {
  // Blocks made of lines
  Paragraph,
  Heading,     ///< number: level, 1 to 6; attribute: the fragment of the page's address that leads to it, or empty
  Term,        ///< of a definition list
  Caption,     ///< of a figure or table; flag: also part of the plain text
  Attribution, ///< of a quote
  Cell, ///< of a table; flag: names its row or column; number: columns it spans, at least 1; attribute: alignment
  // Blocks made of blocks
  Quote,
  Note,           ///< number: NoteKind; text: its title, empty if the page shows none
  List,           ///< flag: numbered; number: that of its first item
  Item,           ///< number: TaskState
  DefinitionList, ///< of Term and Definition
  Definition,
  Table, ///< of Caption and Row
  Row,   ///< of Cell; flag: part of the table's head
  Figure,
  Footnote, ///< attribute: its label
  // Blocks without children
  Code,    ///< text: as on the page; attribute: the language as the page names it, or empty
  Picture, ///< text: the alternative text; attribute: address. Also inside lines.
  Formula, ///< text: TeX or letters; flag: displayed on a line of its own. Also inside lines.
  // Inside lines
  Text, ///< text
  LineBreak,
  CodeSpan, ///< text
  Link,     ///< attribute: address
  Emphasis,
  Strong,
  Strikethrough,
  Superscript,
  Subscript,
  FootnoteMark, ///< text: as the plain text shows it, "[1]"; attribute: the footnote's label
};
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::FootnoteMark) + 1;

enum class NoteKind : std::uint8_t { Unnamed, Note, Tip, Important, Warning, Caution };
enum class TaskState : std::uint8_t { NoTask, Open, Done };

struct Node {
  Kind kind = Kind::Paragraph;
  bool flag = false;
  std::uint32_t number = 0;
  std::string text = {};
  std::string attribute = {};
  std::vector<Node> children = {};

  bool operator==(const Node&) const = default;
};

/// The blocks of an article in reading order.
using Content = std::vector<Node>;

/// Limits for one article. Code that builds content stays below them, and code that reads stored content rejects more.
inline constexpr std::size_t kMaxDepth = 24; ///< nodes inside each other
inline constexpr std::size_t kMaxNodes = 200'000;
inline constexpr std::size_t kMaxColumns = 100;
inline constexpr std::size_t kMaxAddressBytes = 4'096;

/// A block whose children are text, links and the like.
bool is_line_block(Kind kind);
/// Text, links and the like. Pictures and formulas are both this and blocks.
bool is_inside_lines(Kind kind);

/// The text of the nodes on one line, without markup. Formulas are TeX.
std::string line_of(const std::vector<Node>& nodes);

/// Whether the address may become a link or a picture: http, https or mailto, without characters that would end an
/// attribute or a Markdown link. Everything else is shown as text.
bool is_safe_address(std::string_view address);

/// Whether a picture has an address that may be loaded or linked to. Others are left out.
bool is_shown_picture(const Node& picture);

/// What stands for a picture that is not loaded: its alternative text; if that is empty or repeats the caption of its
/// figure, "Picture:" and its file's name where that is words, else "Picture from" its server.
std::string picture_name(const Node& picture, std::string_view caption);

/// Whether a cell's alignment is "left", "center" or "right". Others are not shown.
bool is_alignment(std::string_view alignment);

/// Whether a footnote's label is of 1 to 32 letters, digits and hyphens (ASCII).
bool is_footnote_label(std::string_view label);

/// The usual title of a note of this kind ("Note", "Warning"); empty for an unnamed kind.
std::string_view name_of(NoteKind kind);

/// Turns a text into paragraphs, for articles that were stored without structure.
Content of_text(std::string_view text);

} // namespace trawl::content
