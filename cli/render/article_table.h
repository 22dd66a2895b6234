// SPDX-License-Identifier: GPL-3.0-or-later
/// A table of an article on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::cli {

struct TableCell {
  std::string text = {};   ///< on one line, may be painted
  std::size_t columns = 1; ///< that it spans
  bool is_head = false;
  std::string alignment = {}; ///< center or right; else left
};
using TableRow = std::vector<TableCell>;

/// The table in columns that take at most `room` cells together; longer texts continue on the next line. If the columns
/// would be too narrow to read, each row takes as many lines as it needs, with bars between its cells.
std::vector<std::string> table_lines(const std::vector<TableRow>& rows, std::size_t room);

} // namespace trawl::cli
