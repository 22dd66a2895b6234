// SPDX-License-Identifier: GPL-3.0-or-later
/// A run of code of one style, so that a page or a terminal can colour it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trawl::content {

enum class CodeStyle : std::uint8_t { Plain, Comment, Keyword, String, Number, Name, Added, Removed };

struct CodeRun {
  std::size_t bytes = 0;
  CodeStyle style = CodeStyle::Plain;

  bool operator==(const CodeRun&) const = default;
};

} // namespace trawl::content
