// SPDX-License-Identifier: GPL-3.0-or-later
/// Who wrote the article: a vote among JSON-LD, meta elements, rel=author, microdata, the visible byline and the feed.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::extract {

struct AuthorChoice {
  std::vector<std::string> authors;
  std::vector<std::string> affiliations;
  std::string from; ///< the winning signal: "json-ld", "rel=author", "byline", …
};

/// `item`: the page's JSON-LD item or nullptr. `title_order`: position of its title, near which bylines are looked for;
/// 0 if unknown. `feed_authors`: of the feed entry; may be empty. The site's own name is an author only if no signal
/// names anybody else.
AuthorChoice choose_authors(const MetadataSignals& signals, const JsonLdItem* item, const SiteNames& site,
                            std::size_t title_order, const std::vector<std::string>& feed_authors);

} // namespace trawl::extract
