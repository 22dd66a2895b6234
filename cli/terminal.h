// SPDX-License-Identifier: GPL-3.0-or-later
/// Text for a terminal: width in cells, colour, hyperlinks. What comes from outside passes safe_text first
/// (shared/base/terminal_text.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::cli {

enum class ColorMode { Auto, Always, Never };

/// How human-readable output looks. Made once from the terminal, the environment and the options.
struct Style {
  bool color = false;     ///< also switches hyperlinks (OSC 8) on
  bool terminal = false;  ///< stdout is a terminal: pages, wraps, draws
  std::size_t width = 80; ///< cells
};

/// Colour when stdout is a terminal, TERM is not "dumb" and NO_COLOR is unset or empty (https://no-color.org);
/// `mode` takes precedence. Width: the terminal's, else $COLUMNS, else 80.
Style detect_style(ColorMode mode);

/// Cells `text` takes: 2 for wide East Asian characters and emoji, 0 for combining marks and colour sequences.
std::size_t cells(std::string_view text);

/// The width of text that is read: of the terminal, but no wider than lines can be followed.
std::size_t text_width(const Style& style);

/// The beginning of `text` that fits in `width` cells, with "…" where something was cut.
std::string fit(std::string_view text, std::size_t width);

/// `text` with blanks after it, up to `width` cells.
std::string padded(std::string_view text, std::size_t width);

/// Lines of at most `width` cells, broken at blanks (and between wide characters), never inside a colour sequence.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// Escape sequences; each is the text itself without colour.
std::string bold(const Style& style, std::string_view text);
std::string dim(const Style& style, std::string_view text);
std::string cyan(const Style& style, std::string_view text);
std::string green(const Style& style, std::string_view text);
std::string yellow(const Style& style, std::string_view text);
std::string red(const Style& style, std::string_view text);
std::string marked(const Style& style, std::string_view text);

/// A link to `url` if it is http(s) and free of control characters; else the text.
std::string hyperlink(const Style& style, std::string_view url, std::string_view text);

} // namespace trawl::cli
