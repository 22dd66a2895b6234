// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as Markdown: CommonMark 0.31 with GitHub's tables, task lists and strikethrough, `$…$` and `$$…$$` for
/// formulas, `[^1]` for footnotes and `> [!NOTE]` for notes. Never HTML.
#pragma once

#include "shared/content/content.h"

#include <string>

namespace trawl::content {

/// Ends in a line feed unless it is empty. Every character of the content's own text that Markdown would read as markup
/// is escaped.
std::string to_markdown(const Content& content);

} // namespace trawl::content
