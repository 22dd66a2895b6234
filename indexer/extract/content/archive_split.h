// SPDX-License-Identifier: GPL-3.0-or-later
/// Splits the saved text of a list page that prints several whole articles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct ArchiveRow {
  std::string title;
  std::string text; ///< paragraphs separated by a blank line; without the title
};

/// Whether `text` is a saved list page: at least one line is `Read More` alone.
bool is_text_archive(std::string_view text);

/// The articles of a saved list page, in order. A line `Read More` ends an article. The first line that is not empty is
/// its title; a repetition of the title right after it is dropped, and so are lines that only describe an image ("bar
/// chart").
std::vector<ArchiveRow> split_text_archive(std::string_view text);

} // namespace trawl::extract
