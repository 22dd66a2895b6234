// SPDX-License-Identifier: GPL-3.0-or-later
/// From document numbers to hits: reads articles from the index and adds marks and snippets.
#pragma once

#include "shared/search/answer/snippet.h"
#include "shared/search/match/snapshot.h"

#include <cstdint>
#include <vector>

namespace trawl::search {

struct HitOptions {
  std::size_t snippets = 0;
  bool with_text = false;
};

/// The hit of one document. Its text is read only for snippets or if it is asked for. NotFound, IndexDamaged.
Result<Hit> build_hit(const Snapshot& snapshot, std::uint32_t document, const SnippetMaker& snippets,
                      const HitOptions& options);

/// Hits outside of a search: without text, marks and snippets.
Result<std::vector<Hit>> build_plain_hits(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents);

} // namespace trawl::search
