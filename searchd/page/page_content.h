// SPDX-License-Identifier: GPL-3.0-or-later
/// The content of an article as the reader shows it: with the words of a search marked, and with headings that links
/// can lead to.
#pragma once

#include "shared/search/results/highlight.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::searchd {

struct Heading {
  int level = 2;
  std::string id;
  std::string text; ///< plain
};

struct ReadableContent {
  std::string html;
  std::vector<Heading> headings;
  std::size_t marks = 0; ///< marked places
};

/// `html` is of content::to_html: balanced, with text as html_escape writes it. Only <mark> and the ids of headings are
/// added. A word that inline elements divide is marked in parts. Linear.
ReadableContent make_readable(std::string_view html, const search::Highlighter& highlighter,
                              std::string_view language = {});

} // namespace trawl::searchd
