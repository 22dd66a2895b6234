// SPDX-License-Identifier: GPL-3.0-or-later
/// Content as two strings that are stored together: the plain text, which is indexed, and the structure, which refers
/// to parts of the text by their lengths, so that no word is stored twice. docs/formats.md has the grammar.
#pragma once

#include "shared/content/content.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::content {

struct StoredContent {
  /// Blank lines separate blocks, line feeds list items and table rows, " | " the cells of a row. Code keeps every
  /// character. Pictures, and captions whose flag is not set, are left out.
  std::string text;
  std::string structure;
};

StoredContent pack(const Content& content);

/// The content from which `pack` made these strings. nullopt if they do not fit together or exceed the limits in
/// content.h: `structure` may come from an untrusted file.
std::optional<Content> unpack(std::string_view text, std::string_view structure);

/// Where a heading stands in the plain text.
struct HeadingPlace {
  std::uint32_t level = 1;
  std::size_t begin = 0, end = 0; ///< bytes
  std::string fragment;           ///< of the page's address that leads to it; may be empty
};

/// The headings of an article in reading order, found in its structure alone; those before the first byte that does not
/// fit.
std::vector<HeadingPlace> headings_of(std::string_view structure);

/// What `unpack` gives, or `of_text` for a text without a structure that fits.
Content unpack_or_text(std::string_view text, std::string_view structure);

} // namespace trawl::content
