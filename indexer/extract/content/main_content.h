// SPDX-License-Identifier: GPL-3.0-or-later
/// The main text of a page: furniture away, the element that holds the text, its blocks cleaned; again with less
/// strictness when that gave too little.
#pragma once

#include "indexer/html/dom.h"

#include <span>
#include <string>
#include <string_view>

namespace trawl::extract {

struct MainContent {
  std::string text;                       ///< paragraphs separated by a blank line
  html::NodeId container = html::kNoNode; ///< the element it was taken from
};

/// What the page says about its article elsewhere.
struct ContentHints {
  std::string_view title;               ///< repetitions of it at the head are no text
  std::string_view url;                 ///< of the page
  std::span<const std::string> authors; ///< sentences about them at the end are no text
  std::string_view article_body;        ///< JSON-LD's text: a witness, never a default
  bool is_dated = true;                 ///< the page says when it was published, as articles do
};

MainContent read_main_content(const html::Dom& dom, const ContentHints& hints);

} // namespace trawl::extract
