// SPDX-License-Identifier: GPL-3.0-or-later
/// Who wrote the article: a vote among JSON-LD, meta elements, rel=author, microdata, the visible byline and the feed.
#pragma once

#include "indexer/extract/metadata/byline.h"
#include "indexer/extract/metadata/signals.h"
#include "indexer/extract/metadata/site_name.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

struct AuthorChoice {
  std::vector<std::string> authors;
  std::vector<std::string> affiliations;
  std::string from; ///< the winning signal: "json-ld", "rel=author", "byline", …
};

/// The people of the first lines, each a cue ("Authors: Ann Lee, Bo Ek") or a known company ("Meta: Ann Lee, Bo Ek")
/// with full names after it and nothing else. Once there is such a line, the next ones may begin with any name
/// ("Crusoe: Cy Dee, Di Fox"). Both lists are empty if the text begins differently.
Byline read_lead_byline(std::string_view text);

/// Adds the element to `bylines` if it names authors, unless there are as many as a page may have.
void collect_byline(MetadataSignals& signals, const html::Dom& dom, html::NodeId at, const ElementMarks& marks,
                    std::uint8_t places);

/// `item`: the page's JSON-LD item or nullptr. `title_order`: position of its title, near which bylines are looked for;
/// 0 if unknown. `feed_authors`: of the feed entry; may be empty. The site's own name is an author only if no signal
/// names anybody else.
AuthorChoice choose_authors(const MetadataSignals& signals, const JsonLdItem* item, const SiteNames& site,
                            std::size_t title_order, const std::vector<std::string>& feed_authors);

} // namespace trawl::extract
