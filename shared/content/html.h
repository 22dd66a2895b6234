// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as HTML for a page of our own. Safe by construction: only the elements and attributes written here, all text
/// escaped, and only addresses that is_safe_address allows.
#pragma once

#include "shared/content/content.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace trawl::content {

/// Bytes of the text that the HTML shows.
struct TextRange {
  std::size_t begin = 0, end = 0;
};

/// The MathML of a formula, from its TeX and whether it is displayed on a line of its own; empty: its TeX is code.
using WriteFormula = std::function<std::string(std::string_view tex, bool is_displayed)>;

/// A picture that our own server has; empty path: it has none.
struct OwnPicture {
  std::string path;
  std::uint32_t width = 0, height = 0;
};
using FindPicture = std::function<OwnPicture(const std::string& address)>;

/// What the page that shows the HTML needs. Views must outlive the call.
struct HtmlOptions {
  /// Whether pictures are loaded from their sites. If not, each is a link with its alternative text, unless our own
  /// server has it.
  bool has_pictures = false;
  FindPicture find_picture = {};         ///< none: our own server has no pictures
  bool has_heading_ids = false;          ///< "part-1" and so on, as link targets
  std::span<const TextRange> marks = {}; ///< of shown_text, to be put within <mark>: sorted, not overlapping
  WriteFormula write_formula = {};       ///< none: all formulas are code
  bool has_code_colours = false;
};

struct HtmlHeading {
  std::uint32_t level = 2; ///< to 6
  std::string id;
  std::string html; ///< text and formulas, without elements around them
};

/// HTML, and what is in it.
struct HtmlContent {
  std::string html;
  std::vector<HtmlHeading> headings; ///< if they have ids
  std::size_t marks = 0;             ///< marked places; one that inline elements divide is one
  bool has_pictures = false;         ///< of other servers: shown ones, or links to them
  bool has_own_pictures = false;
};

/// Balanced elements. The article's title is the page's h1: a heading is a level below the one that it stands under,
/// the others are h2. A line feed ends each block. docs/http-api.md lists the possible elements and attributes.
HtmlContent to_html_content(const Content& content, const HtmlOptions& options);
std::string to_html(const Content& content, const HtmlOptions& options = {});

/// The text of that HTML, with a line feed for each tag that a word cannot continue across.
std::string shown_text(const Content& content, const HtmlOptions& options);

} // namespace trawl::content
