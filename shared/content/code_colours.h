// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of a piece of code that a reader wants to tell apart: comments, strings, numbers and the words that many
/// languages keep for themselves. Languages differ only in how comments and strings look. Each byte is looked at a
/// bounded number of times, whatever the code: it may come from anybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trawl::content {

enum class CodeStyle : std::uint8_t { Plain, Comment, Keyword, String, Number, Added, Removed };

struct CodeRun {
  std::size_t bytes = 0;
  CodeStyle style = CodeStyle::Plain;

  bool operator==(const CodeRun&) const = default;
};

/// Runs that together are the code. None if the language, as the page names it, is not known.
std::vector<CodeRun> code_runs(std::string_view code, std::string_view language);

} // namespace trawl::content
