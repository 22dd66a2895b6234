// SPDX-License-Identifier: GPL-3.0-or-later
/// Who said a field of an article. That is the article's own source at the article's own address, unless its provenance
/// ends with " at ADDRESS", or with " at ADDRESS by SOURCE": so little is stored of most articles.
#pragma once

#include "shared/article/article.h"

#include <string>
#include <string_view>

namespace trawl {

/// One row of provenance, taken apart.
struct Saying {
  std::string from;            ///< without who said it
  std::string source, address; ///< who, and where
  bool is_own = true;          ///< the article's own source at the article's address
};

Saying saying_of(const Provenance& row, const Article& article);

/// Makes the row say that `source` said it at `address`, whatever its words look like.
void set_speaker(Provenance& row, const Article& article, std::string_view source, std::string_view address);

/// Whether only the feed says it: "feed", "updated: feed", "feed: Tutorials", "gpu by feed: GPUs".
bool is_of_feed(std::string_view from);

} // namespace trawl
