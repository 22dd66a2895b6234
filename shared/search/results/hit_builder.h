// SPDX-License-Identifier: GPL-3.0-or-later
/// From document numbers to hits: articles read from the index, with marks and passages.
#pragma once

#include "shared/search/results/highlight.h"
#include "shared/search/results/page.h"
#include "shared/search/snapshot.h"

#include <cstdint>
#include <vector>

namespace trawl::search {

struct HitOptions {
  std::size_t snippets = 0;
  std::size_t snippet_words = 30;
  bool with_text = false;
};

/// A hit of one document. Its text is read only for passages or if it is asked for. NotFound, IndexDamaged.
Result<Hit> build_hit(const Snapshot& snapshot, std::uint32_t document, const Highlighter& highlighter,
                      const HitOptions& options);

/// Hits without a query: titles and facts, no passages.
Result<std::vector<Hit>> build_plain_hits(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents);

} // namespace trawl::search
