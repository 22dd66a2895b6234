// SPDX-License-Identifier: GPL-3.0-or-later
/// The reader view: a page with one article, in which the words of the search are marked, and links to its neighbours
/// in the result.
#pragma once

#include "searchd/page/page_memory.h"
#include "searchd/page/page_request.h"
#include "shared/content/html.h"
#include "shared/search/response.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::searchd {

/// The articles before and after the one that is shown.
struct Neighbours {
  std::optional<search::Hit> before, after;
  std::size_t total = 0; ///< of the result; 0: the neighbours are not known
  bool is_whole = true;  ///< false if they may be others, because the search failed or something was missing in it
};

/// The data of an article's page. The references must outlive the rendering.
struct ArticleView {
  const PageRequest& request;
  const search::Hit& hit; ///< with its text
  const search::RelatedResponse& related;
  const Neighbours& neighbours;
  Moment now{};
  content::WriteFormula write_formula;
  content::FindPicture find_picture;
  PageReader reader = {};
  std::string note = {}; ///< the reader's own
};

std::string render_article(const ArticleView& view);

} // namespace trawl::searchd
