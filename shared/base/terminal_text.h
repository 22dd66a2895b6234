// SPDX-License-Identifier: GPL-3.0-or-later
/// Makes untrusted text safe to print: titles, authors, URLs and server responses can contain characters that control a
/// terminal, or that reorder or hide the text around them. All output of such text goes through here.
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
/// tabs become one space; ill-formed UTF-8, private-use characters and noncharacters become U+FFFD. With
/// `keep_newlines`, newlines are kept.
std::string safe_text(std::string_view text, bool keep_newlines = false);

/// A text of several lines without what no reader sees and what controls a terminal, where instructions to a language
/// model could hide. Tabs stay, which indent code.
std::string visible_text(std::string_view text);

/// `json` with characters that are unsafe on a terminal as \u escapes: the value is the same. Also for pipes, whose
/// other end may be a terminal.
std::string safe_json(std::string_view json);

/// While it exists, everything written to std::cerr is made safe, and everything written to std::cout if that is a
/// terminal.
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

/// Writes a line of safe text to stderr in one call, so that lines of several threads do not mix.
void print_line(std::string_view text);

/// Erases the current line if stderr is a terminal.
void erase_line();

/// Prints "PROGRAM: the error's sentence" to stderr, as much of it as memory allows.
void print_error(std::string_view program, const Error& error) noexcept;

/// Gives the numbers of a standard file that is closed (by whoever started the program) to no other: a file that a
/// program opens would get the number, and messages would be written into it. Reading and writing them still fails.
/// Programs call this first.
void reserve_standard_files();

/// Whether everything written to std::cout has arrived; a reader that stops early, such as `head`, is not a failure.
Result<void> flush_standard_output();

} // namespace trawl
