// SPDX-License-Identifier: GPL-3.0-or-later
/// Foreign text on its way to people: titles, authors, addresses and answers of servers can hold characters that a
/// terminal obeys, or that reorder or hide the text around them. All of it passes here.
#pragma once

#include "shared/base/result.h"

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace trawl {

/// Whether a terminal might interpret the character, or it reorders or hides its neighbours: C0, DEL, C1, controls of
/// direction, line separators, invisible format characters, tags.
bool is_unsafe_on_terminal(char32_t c);

/// `text` on one line without anything that a terminal would interpret: unsafe characters are dropped, line ends and
/// tabs become one blank; ill-formed UTF-8, private use and noncharacters U+FFFD. With `keep_newlines` the newlines
/// stay.
std::string safe_text(std::string_view text, bool keep_newlines = false);

/// `json` with \u escapes in place of the characters that are not safe on a terminal: the same value.
std::string safe_json(std::string_view json);
/// The same if stdout is a terminal; else unchanged, for programs.
std::string json_for_stdout(std::string json);

/// While it exists, what is written to std::cerr is safe, and what is written to std::cout if that is a terminal.
class SafeOutput {
 public:
  SafeOutput();
  ~SafeOutput();
  SafeOutput(const SafeOutput&) = delete;
  SafeOutput& operator=(const SafeOutput&) = delete;

 private:
  class Filter;
  std::unique_ptr<Filter> out_, err_;
  std::streambuf *old_out_ = nullptr, *old_err_ = nullptr;
};

/// Writes a line to stderr: safe text, and at once, so that lines of several threads do not mix.
void print_line(std::string_view text);

/// Erases the line of the terminal that stderr is.
void erase_line();

/// Prints "PROGRAM: the error's sentence" to stderr, as much of it as memory allows.
void print_error(std::string_view program, const Error& error) noexcept;

} // namespace trawl
