// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page has that other pages of its site may have too: its elements by their paths, its lines by their words,
/// its headings and its title. Names are only compared with each other; what they mean has no part in it.
#pragma once

#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"
#include "shared/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// A 64-bit hash of an element's path: the names and classes of the elements from the body down. Ids, and class words
/// with digits, differ from page to page and do not count.
using PathHash = std::uint64_t;

/// The part of an outline that is compared with those of other pages. A few bytes a line, and the same on every
/// machine.
struct PageProfile {
  /// An element that may be the content root: neither part of a text, nor a section of an article.
  struct Box {
    PathHash path = 0;
    std::uint32_t begin = 0, end = 0; ///< its lines
    bool is_only = true;              ///< no other element of the page has this path
  };
  struct Line {
    std::uint64_t words = 0; ///< hash of its letters, in lower case
    PathHash path = 0;       ///< of its block element
    std::uint16_t letters = 0;
    bool is_sentence_like = false; ///< text of some length, with few links, visible, and neither code nor a table
    bool is_beside = false;        ///< the text: in comments, related articles, an aside; then it is not sentence-like
    bool is_heading = false;
    bool is_plain = false; ///< a paragraph, list item or row of links; no code, data or heading, which authors write
    bool is_item = false;  ///< of a list
    bool is_link = false;  ///< mostly, and no statement
    bool is_statement = false; ///< has words of its own, and ends like a sentence unless most is a link
    bool has_year = false;
  };
  /// A level-1 heading, with the box around it that holds no sentence, or is a header: where templates put the by-line.
  struct Heading {
    PathHash path = 0;
    std::uint64_t words = 0;
    PathHash box = 0;                 ///< of the outermost such box; the heading itself if there is none
    std::uint32_t begin = 0, end = 0; ///< the lines of the box
  };

  std::vector<Box> boxes;        ///< in document order
  std::vector<Line> lines;       ///< in document order
  std::vector<Heading> headings; ///< in document order
  std::string title;             ///< of the title element, white space squeezed
};

/// The profile with the nodes and blocks of the page that it was made from.
struct PageOutline {
  PageProfile profile;
  std::vector<html::NodeId> boxes;     ///< of profile.boxes
  std::vector<html::TextBlock> blocks; ///< of profile.lines; hidden text, too
  std::vector<html::NodeId> headings;  ///< of profile.headings
};

/// Linear in the page.
PageOutline outline_page(const html::Dom& dom);

/// The profile of a page as it was received. TooLarge, Timeout: as for extract_page.
Result<PageProfile> profile_page(std::string_view bytes, const std::string& content_type);

/// The hash by which lines are compared.
std::uint64_t words_hash(std::string_view text);

} // namespace trawl::extract
