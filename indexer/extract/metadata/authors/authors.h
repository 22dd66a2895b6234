// SPDX-License-Identifier: GPL-3.0-or-later
/// Who wrote it: JSON-LD, meta elements, rel=author, microdata, the visible byline and the feed, weighed against each
/// other.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::extract {

struct AuthorChoice {
  std::vector<std::string> authors;
  std::vector<std::string> affiliations;
  std::string from; ///< the witness: "json-ld", "rel=author", "byline", …
};

/// `item`: the page's JSON-LD item or nullptr; `title_order`: where its title stands, bylines near it count more;
/// `feed_authors` may be empty. The site's own name is an author only when no witness names anybody else.
AuthorChoice choose_authors(const Witnesses& witnesses, const JsonLdItem* item, const SiteNames& site,
                            std::size_t title_order, const std::vector<std::string>& feed_authors);

} // namespace trawl::extract
