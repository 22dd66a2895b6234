// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/options/help_text.h"

#include "shared/base/environment.h"
#include "shared/base/utf8.h"
#include "shared/base/whole_number.h"

#include <algorithm>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace trawl::options {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::size_t kLeastText = 24; ///< characters in a line of a column

/// Where the last column of a line begins: behind two blanks or more. Those further right than the middle are a gap in
/// a text.
std::size_t column_of(std::string_view line, std::size_t width) {
  std::size_t column = std::min(line.find_first_not_of(' '), line.size());
  for (std::size_t at = column; (at = line.find("  ", at)) < width / 2;) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    if (at + kLeastText <= width) column = at;
  }
  return column;
}

void add_wrapped(std::string& out, std::string_view line, std::size_t width) {
  const std::string indent(column_of(line, width), ' ');
  std::size_t room = width, first = indent.size(); // where the text of the line begins
  for (std::string_view fits; (fits = utf8::truncate(line, room)).size() < line.size();) {
    std::size_t end = line[fits.size()] == ' ' ? fits.size() : fits.rfind(' ');
    if (end == std::string_view::npos || end < first) end = line.find(' ', fits.size()); // a word wider than the line
    const std::size_t next = end == std::string_view::npos ? end : line.find_first_not_of(' ', end);
    if (next == std::string_view::npos) break;
    out.append(line.substr(0, end)).append("\n").append(indent);
    line.remove_prefix(next);
    room = width - std::min(width - 1, indent.size());
    first = 0;
  }
  out.append(line).append("\n");
}

} // namespace

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const std::size_t width = whole_number<std::size_t>(environment("COLUMNS")).value_or(0);
  return width > 0 ? width : kUsualWidth;
}

std::string wrapped_help(std::string_view help, std::size_t width) {
  std::string out, entry;
  const auto is_prose = [](std::string_view line) { return !line.empty() && line.front() != ' '; };
  bool goes_on = false; // the line before is full
  for (bool is_first = true; !help.empty(); is_first = false) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    const std::string_view line = help.substr(0, end);
    help.remove_prefix(std::min(end + 1, help.size()));
    if (goes_on && is_prose(line)) {
      entry.append(" ").append(line);
    } else {
      if (!is_first) add_wrapped(out, entry, width);
      entry = line;
    }
    goes_on = is_prose(line) && line.size() > kUsualWidth;
  }
  add_wrapped(out, entry, width);
  return out;
}

} // namespace trawl::options
