// SPDX-License-Identifier: GPL-3.0-or-later
/// The main text of a page: removes boilerplate elements, chooses the element that contains the text, and removes
/// boilerplate blocks from it. If that finds too little, reads the page again, less strictly.
#pragma once

#include "indexer/extract/page/removal.h"
#include "indexer/extract/words/names.h"
#include "indexer/html/dom.h"
#include "indexer/html/text_blocks.h"
#include "shared/content/content.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Whether the feed entry's text should replace the page's. It should if the page has no text, much less text than the
/// feed, or unrelated text (a cookie wall, a page drawn by scripts, another article).
bool is_feed_text_better(std::string_view page_text, std::string_view feed_text);

/// The standfirst among `before`, the page's blocks in front of the chosen container: at most two blocks after the
/// first h1 that have few links, the length of a sentence and a class such as "standfirst" or "subtitle".
std::vector<html::TextBlock> find_standfirst(const html::Dom& dom, const std::vector<html::TextBlock>& before);
class SiteKnowledge;
struct PageOutline;

struct MainContent {
  content::Content content;
  std::string text;              ///< the plain text of the content
  std::vector<Caption> captions; ///< of the figures in the text, in document order
  bool is_by_site = false;       ///< the pages of its site decided what is left out
  std::vector<Removal> removals; ///< the parts of the page and of the container that were left out, with the reasons
};

/// Metadata that helps to find the text. Views must outlive the call.
struct ContentHints {
  std::string_view title;               ///< its repetitions before the text are removed
  std::string_view url;                 ///< of the page
  std::string_view article_body;        ///< the text in JSON-LD: used if the page shows none
  bool is_dated = true;                 ///< the page has a publication date, as articles do
  bool is_explained = false;            ///< MainContent::removals also lists the parts outside the container
  std::string_view base_url = {};       ///< of its relative addresses
  std::string_view description = {};    ///< of the page: shown between headline and text, it is a standfirst
  const PageOutline* outline = nullptr; ///< of the page, if its site is known; not owned
  const SiteKnowledge* site = nullptr;  ///< then the site's pages decide, not the words and names of this one
};

/// Empty if the page shows no text. `names`: of the page. Linear in the page.
MainContent read_main_content(const html::Dom& dom, NameLookup& names, const ContentHints& hints);

} // namespace trawl::extract
