// SPDX-License-Identifier: GPL-3.0-or-later
/// Archives that hold several whole articles: saved text of a list page, and list pages that print articles in full.
#pragma once

#include "indexer/html/dom.h"

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct ArchiveRow {
  std::string title;
  std::string text; ///< paragraphs separated by a blank line; without the title
  std::string url;  ///< of the article's own page as linked from its heading, not resolved; empty in text archives
};

/// Whether `text` is a saved list page: at least one line is `Read More` alone.
bool is_text_archive(std::string_view text);

/// The rows of a saved list page, in order. A line `Read More` ends a row; the first line that is not empty is its
/// title, and a following repetition of the title is dropped, as are lines that only name an image ("bar chart").
std::vector<ArchiveRow> split_text_archive(std::string_view text);

/// The whole articles of a list page: two or more sibling elements of one kind, each with a heading of its own and
/// running text. Empty if the page is a single article or shows only the beginnings of articles.
std::vector<ArchiveRow> split_html_archive(const html::Dom& dom);

} // namespace trawl::extract
