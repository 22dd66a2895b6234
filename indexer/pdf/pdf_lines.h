// SPDX-License-Identifier: GPL-3.0-or-later
/// The lines of a paper, put together from the runs of text that pdftohtml writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::pdf {

/// Stands in a line where there is a wide gap: between names, between cells.
inline constexpr char kGap = '\t';

/// Runs of text side by side. Places are those of pdftohtml: a sheet of paper is about 900 wide.
struct Line {
  int sheet = 0, top = 0, left = 0, right = 0, height = 0;
  int size = 0; ///< of most of its letters
  bool is_code = false, is_bold = false;
  std::string html;  ///< text with its references, and b and i
  std::string names; ///< its text without what is much smaller: the marks that lead from a name to its footnotes
};

/// Reads what `pdf_xml` returned, in the order of the file: at most 200,000 lines. Never fails; what is not understood
/// is left out, tables of contents too.
std::vector<Line> read_lines(std::string_view xml);

/// Text without tags, its references as they are.
std::string without_tags(std::string_view html);

} // namespace trawl::pdf
