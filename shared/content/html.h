// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as HTML for a page of our own. Safe by construction: only the elements and attributes written here, all text
/// escaped, and only addresses that is_safe_address allows.
#pragma once

#include "shared/content/content.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace trawl::content {

/// Bytes of the plain text.
struct TextRange {
  std::size_t begin = 0, end = 0;
};

/// What the page that shows the HTML needs. Views must outlive the call.
struct HtmlOptions {
  /// Whether pictures are loaded from their sites. If not, each is a link with its alternative text.
  bool has_pictures = false;
  std::string_view text = {};            ///< the content's plain text, if there are marks
  std::span<const TextRange> marks = {}; ///< what to show within <mark>: sorted, not overlapping
};

/// Balanced elements; h1 becomes h2, because the article's title is the page's h1. A line feed ends each block.
/// docs/http-api.md lists the possible elements and attributes.
std::string to_html(const Content& content, const HtmlOptions& options = {});

} // namespace trawl::content
