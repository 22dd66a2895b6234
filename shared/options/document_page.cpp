// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/document_page.h"

#include <algorithm>

namespace trawl::options {
namespace {

/// Code is bold, and of a link only its text is left.
std::string inline_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = std::min(text.find_first_of("`["), text.size());
    out += roff(text.substr(0, mark));
    text.remove_prefix(mark);
    if (text.empty()) break;
    const std::size_t end = text.find(text.front() == '`' ? "`" : "](", 1);
    const std::size_t after = text.front() == '`' || end == std::string_view::npos ? end : text.find(')', end);
    if (after == std::string_view::npos) { // a bracket that begins no link
      out += roff(text.substr(0, 1));
      text.remove_prefix(1);
      continue;
    }
    const std::string inner = roff(text.substr(1, end - 1));
    out += text.front() == '`' ? "\\fB" + inner + "\\fR" : inner;
    text.remove_prefix(after + 1);
  }
  return out;
}

/// The cells of "| a | b |".
std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  row.remove_prefix(2);
  for (std::size_t end = 0; (end = row.find(" |")) != std::string_view::npos;) {
    cells.push_back(row.substr(0, end));
    row.remove_prefix(std::min(end + 3, row.size()));
  }
  return cells;
}

/// The first cell is the tag of the others.
std::string row_text(std::string_view row) {
  const auto cells = cells_of(row);
  if (cells.empty() || cells.front().starts_with("---")) return {};
  std::string out = ".TP\n" + inline_text(cells.front()) + "\n";
  for (std::size_t i = 1; i < cells.size(); ++i) out += (i == 1 ? "" : "; ") + inline_text(cells[i]);
  return out + "\n";
}

} // namespace

ManualPage document_page(ManualPage page, const std::string& description, std::string_view markdown,
                         const std::vector<std::string>& see_also) {
  page.text = heading(page, description) + ".SH DESCRIPTION\n";
  bool begins_paragraph = false; // nothing follows a heading before its text
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("# ")) continue; // its name
    if (line.empty()) {
      begins_paragraph = !page.text.ends_with(".SH DESCRIPTION\n");
    } else if (line.starts_with("## ")) {
      page.text += ".SH " + upper(roff(line.substr(3))) + "\n";
      begins_paragraph = false;
    } else if (line.starts_with("| ")) {
      page.text += row_text(line);
      begins_paragraph = false;
    } else {
      const bool is_item = line.starts_with("- ");
      if (is_item) page.text += ".IP \\(bu 2\n";
      if (!is_item && begins_paragraph &&
          !page.text.substr(page.text.rfind('\n', page.text.size() - 2) + 1).starts_with(".SH"))
        page.text += ".PP\n";
      page.text += inline_text(line.substr(is_item ? 2 : 0)) + "\n";
      begins_paragraph = false;
    }
  }
  page.text += see_also_text(see_also);
  return page;
}

} // namespace trawl::options
