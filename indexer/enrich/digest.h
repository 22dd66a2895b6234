// SPDX-License-Identifier: GPL-3.0-or-later
/// Digests: pages that list what others published, such as the papers of a day, links of a week, a newsletter. Each
/// entry is found as an article of its own. Pure.
#pragma once

#include "shared/article/article.h"

#include <functional>
#include <string>
#include <vector>

namespace trawl::enrich {

/// The entries of a digest, in order; none of any other page. A digest is recognised by its structure alone: nearly all
/// of its text is in many entries that begin alike, each of which leads elsewhere, to an address of its own. An entry
/// has its page's address, dates and source, and an id, a title, a text and a link of its own. What its own text says
/// (authors, language, category, tags) is for the caller to read.
std::vector<Article> entries_of(const Article& page);

/// Reads what the text of an entry says. `page_language`: that of its digest.
using ReadEntry = std::function<void(Article& entry, const std::string& page_language)>;

} // namespace trawl::enrich
