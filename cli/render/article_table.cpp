// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/render/article_table.h"

#include "cli/terminal.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>

namespace trawl::cli {
namespace {

constexpr std::size_t kGap = 2;         ///< cells between columns
constexpr std::size_t kLeastColumn = 6; ///< cells; narrower ones tear most words
constexpr std::size_t kMostColumns = 100;

using Widths = std::vector<std::size_t>;

/// The width that each column needs if nothing is wrapped, and the least if no word is broken.
struct Need {
  Widths all, words;
};

/// `columns` and the gaps between them.
std::size_t cells_in_row(const Widths& columns, std::size_t first, std::size_t count) {
  std::size_t sum = (count - 1) * kGap;
  for (std::size_t i = first; i < first + count; ++i) sum += columns[i];
  return sum;
}

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string& word : wrap(text, 1 << 20 /* never */)) {
    for (std::size_t begin = 0; begin < word.size();) {
      const std::size_t end = std::min(word.find(' ', begin), word.size());
      longest = std::max(longest, cells(std::string_view(word).substr(begin, end - begin)));
      begin = end + 1;
    }
  }
  return longest;
}

/// Calls `visit` with each cell and the column in which it begins.
template <typename Visit>
void each_cell(const TableRow& row, Visit visit) {
  std::size_t column = 0;
  for (const TableCell& cell : row) {
    const std::size_t columns = std::min(std::max<std::size_t>(cell.columns, 1), kMostColumns - column);
    if (columns == 0) return;
    visit(cell, column, columns);
    column += columns;
  }
}

Need need_of(const std::vector<TableRow>& rows) {
  Need need;
  for (const TableRow& row : rows) {
    each_cell(row, [&](const TableCell& cell, std::size_t column, std::size_t columns) {
      need.all.resize(std::max(need.all.size(), column + columns));
      need.words.resize(need.all.size());
      if (columns > 1) return;
      need.all[column] = std::max(need.all[column], cells(cell.text));
      need.words[column] = std::max(need.words[column], longest_word(cell.text));
    });
  }
  return need;
}

/// Widens the columns below cells that span several, as far as there is room.
void widen(Widths& widths, const std::vector<TableRow>& rows, std::size_t room) {
  for (const TableRow& row : rows) {
    each_cell(row, [&](const TableCell& cell, std::size_t column, std::size_t columns) {
      if (columns < 2) return;
      std::size_t wanted = cells(cell.text), left = room - std::min(room, cells_in_row(widths, 0, widths.size()));
      for (std::size_t i = 0; left > 0 && cells_in_row(widths, column, columns) < wanted; ++i, --left) {
        ++widths[column + i % columns];
      }
    });
  }
}

/// The widths if no column has more than `most` cells, except where `least` requires it; never more than `need`.
Widths limited(const Widths& need, const Widths& least, std::size_t most) {
  Widths widths(need.size());
  for (std::size_t i = 0; i < need.size(); ++i) widths[i] = std::min(need[i], std::max(least[i], most));
  return widths;
}

/// Narrows the widest columns until the row fits, and breaks words only if it must; nullopt if it still does not fit.
std::optional<Widths> fitting(const Need& need, std::size_t room) {
  const auto fits = [&](const Widths& widths) { return cells_in_row(widths, 0, widths.size()) <= room; };
  if (fits(need.all)) return need.all;
  const Widths none(need.all.size());
  const Widths& least = fits(need.words) ? need.words : none;
  std::size_t most = room;
  while (most > 0 && !fits(limited(need.all, least, most))) --most;
  Widths widths = limited(need.all, least, most);
  if (most < kLeastColumn && &least == &none) return std::nullopt;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (widths[i] < need.all[i] && cells_in_row(widths, 0, widths.size()) < room) ++widths[i];
  }
  return widths;
}

std::string without_last_blanks(std::string line) {
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

/// The lines of a cell, indented as it is aligned in `width`.
std::vector<std::string> aligned(const TableCell& cell, std::size_t width) {
  std::vector<std::string> lines = wrap(cell.text, width);
  if (cell.alignment != "center" && cell.alignment != "right") return lines;
  for (std::string& line : lines) {
    const std::size_t spare = width - std::min(width, cells(line));
    line.insert(0, std::string(cell.alignment == "center" ? spare / 2 : spare, ' '));
  }
  return lines;
}

void add_row(std::vector<std::string>& lines, const TableRow& row, const Widths& widths) {
  std::vector<std::vector<std::string>> texts;
  std::vector<std::size_t> places;
  std::size_t height = 1;
  each_cell(row, [&](const TableCell& cell, std::size_t column, std::size_t columns) {
    texts.push_back(aligned(cell, std::max<std::size_t>(1, cells_in_row(widths, column, columns))));
    places.push_back(column == 0 ? 0 : cells_in_row(widths, 0, column) + kGap);
    height = std::max(height, texts.back().size());
  });
  for (std::size_t at = 0; at < height; ++at) {
    std::string line;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      line = padded(line, places[i]);
      if (at < texts[i].size()) line += texts[i][at];
    }
    lines.push_back(without_last_blanks(std::move(line)));
  }
}

std::string rule_of(const Widths& widths) {
  std::string rule;
  for (const std::size_t width : widths) {
    if (!rule.empty()) rule += std::string(kGap, ' ');
    for (std::size_t i = 0; i < width; ++i) rule += "─";
  }
  return rule;
}

bool is_head(const TableRow& row) {
  return std::ranges::all_of(row, [](const TableCell& cell) { return cell.is_head || cell.text.empty(); });
}

} // namespace

std::vector<std::string> table_lines(const std::vector<TableRow>& rows, std::size_t room) {
  std::vector<std::string> lines;
  const Need need = need_of(rows);
  if (need.all.empty()) return lines;
  auto widths = fitting(need, room);
  if (!widths) {
    for (const TableRow& row : rows) {
      std::string line;
      for (const TableCell& cell : row) line += cell.text + (&cell == &row.back() ? "" : " | ");
      std::ranges::move(wrap(without_last_blanks(std::move(line)), room), std::back_inserter(lines));
    }
    return lines;
  }
  widen(*widths, rows, room);
  bool was_head = false;
  for (const TableRow& row : rows) {
    const bool is_below_head = was_head && !is_head(row);
    if (is_below_head) lines.push_back(rule_of(*widths));
    add_row(lines, row, *widths);
    was_head = is_head(row);
  }
  return lines;
}

} // namespace trawl::cli
