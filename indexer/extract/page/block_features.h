// SPDX-License-Identifier: GPL-3.0-or-later
/// Shallow features of a text block, which distinguish running text from boilerplate: its length, its link density, and
/// whether it ends as a sentence (Kohlschütter, Fankhauser, Nejdl 2010, "Boilerplate Detection using Shallow Text
/// Features").
#pragma once

#include "indexer/html/text_blocks.h"

#include <string_view>

namespace trawl::extract {

/// The share of the block's bytes that are inside links, 0 to 1.
double link_density(const html::TextBlock& block);

/// Whether the block is running text: code, at least 80 bytes, or a sentence of at least 30. Headings, captions and
/// blocks that are mostly links are not.
bool is_running_text(const html::TextBlock& block);

/// Whether the text ends with a full stop or another mark that ends sentences, in any script. Closing quotes and
/// brackets after the mark are ignored.
bool ends_sentence(std::string_view text);

/// Whether the text has at least six words, or as much text in a script without spaces.
bool has_several_words(std::string_view text);

/// Whether the text contains a full URL, as authors write their sources: "Source: https://…".
bool contains_url(const html::TextBlock& block);

/// Whether the block is a table row of several cells that are not just links: data, whatever its first cell says.
bool is_row_of_table(const html::TextBlock& block);

/// What the block adds to the content score of the elements around it, in bytes: positive for running text, negative
/// for short lines and lists of links.
double content_score(const html::TextBlock& block);

} // namespace trawl::extract
