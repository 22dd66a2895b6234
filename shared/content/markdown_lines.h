// SPDX-License-Identifier: GPL-3.0-or-later
/// The inside of a Markdown block: text with emphasis, links, code, formulas.
#pragma once

#include "shared/content/content.h"

#include <string>
#include <string_view>

namespace trawl::content {

enum class LineUse : std::uint8_t {
  Paragraph,
  OneLine,   ///< of a heading: line breaks are blanks
  TableCell, ///< the same, and '|' would end the cell
};

/// The nodes as Markdown from which a parser gets the same nodes back. Without white space at its ends.
std::string markdown_lines(const std::vector<Node>& nodes, LineUse use);

/// The same in bold; empty if there is nothing to show.
std::string markdown_bold(const std::vector<Node>& nodes);

/// A formula on separate lines.
std::string markdown_formula_block(std::string_view tex);

} // namespace trawl::content
