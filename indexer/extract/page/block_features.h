// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts about blocks of text, and about parts of a page that are no text of its article whatever the site is.
#pragma once

#include "indexer/html/text_blocks.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace trawl::extract {

/// The first class of an element, which usually names its kind; empty if it has none. The view lives as long as `dom`.
std::string_view first_class(const html::Dom& dom, html::NodeId node);

/// Whether the element is a section of an outline, as Pandoc and Sphinx wrap them: it begins with a heading below h1
/// that leads nowhere else.
bool is_outline_section(const html::Dom& dom, html::NodeId node);

/// Whether `node` is a footnote or inside the list of footnotes.
bool is_in_footnotes(const html::Dom& dom, html::NodeId node);

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

/// What the block adds to the content score of the elements around it, in bytes: positive for running text, negative
/// for short lines and lists of links.
double content_score(const html::TextBlock& block);

/// The tables of contents among the blocks, as ranges [begin, end) in order: at least two of these kinds in a row that
/// are almost only links into the page. `url`, of the page, may be empty: then links that spell it out are not known.
std::vector<std::pair<std::size_t, std::size_t>> find_contents_lists(const html::Dom& dom,
                                                                     const std::vector<html::TextBlock>& blocks,
                                                                     std::initializer_list<html::BlockKind> kinds,
                                                                     std::string_view url = {});

/// What an ARIA role says of an element that is not the text of an article. Those after Beside are never an author's.
enum class RolePurpose : std::uint8_t {
  None,       ///< any other role, or none
  Beside,     ///< a complement or an alert, which authors use, too
  Navigation, ///< navigation and the site's footer
  Dialog,
  Search,
  Chrome, ///< the site's header, menus, tool bars
};
/// `role`: an attribute's value.
RolePurpose role_purpose(std::string_view role);

/// Whether all that the element holds is data in JSON, which a script would draw. An author's JSON is in a paragraph or
/// in code.
bool is_data_of_embed(const html::Dom& dom, html::NodeId node);

/// Whether all that the element holds is the code directly before it once more, for a button that copies it.
bool is_copy_of_code(const html::Dom& dom, html::NodeId node);

/// Whether the element is a notebook's number of a cell, "In [3]:", and stands before the cell.
bool is_cell_number(const html::Dom& dom, html::NodeId node);

} // namespace trawl::extract
