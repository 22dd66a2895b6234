// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as HTML for a page of our own. Safe by construction: only the elements and attributes written here, all text
/// escaped, and only addresses that is_safe_address allows.
#pragma once

#include "shared/content/content.h"

#include <string>

namespace trawl::content {

/// What the page that shows the HTML wants.
struct HtmlOptions {
  /// Whether pictures are loaded from their sites. If not, each is a link with its alternative text.
  bool has_pictures = false;
};

/// Balanced elements; h1 becomes h2, as the article's title stands above. A line feed ends each block. docs/http-api.md
/// lists what may occur.
std::string to_html(const Content& content, const HtmlOptions& options = {});

} // namespace trawl::content
