// SPDX-License-Identifier: GPL-3.0-or-later
/// The content of an article as the reader view shows it: with the words of a search marked, and with headings that can
/// be link targets.
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

/// `html` comes from content::to_html: balanced, with text as html_escape writes it. Adds only <mark> and ids of
/// headings. A word that is divided by inline elements is marked in parts. Linear.
ReadableContent make_readable(std::string_view html, const search::Highlighter& highlighter,
                              std::string_view language = {});

} // namespace trawl::searchd
