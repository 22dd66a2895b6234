// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as two strings that are stored side by side: the plain text, which is what gets indexed, and its structure,
/// which refers to the text by lengths. So no word is stored twice. docs/formats.md has the grammar.
#pragma once

#include "shared/content/content.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::content {

struct StoredContent {
  /// Blank lines separate blocks, line feeds list items and table rows, " | " the cells of a row. Code keeps every
  /// character. Pictures are left out, and captions whose flag is not set.
  std::string text;
  std::string structure;
};

StoredContent pack(const Content& content);

/// The content that `pack` made these strings of. nullopt if they do not fit together, or beyond the bounds in
/// content.h: `structure` may come from a file that someone else wrote.
std::optional<Content> unpack(std::string_view text, std::string_view structure);

/// The same, or `of_text` for a text without a structure that fits.
Content unpack_or_text(std::string_view text, std::string_view structure);

} // namespace trawl::content
