// SPDX-License-Identifier: GPL-3.0-or-later
/// Which candidates are one article. Pure.
///
/// Candidates that are the same, directly or through others, are one article, unless that would fold two articles of
/// one source with different titles: a reprint elsewhere may be a copy of either, and belongs to one of them.
#pragma once

#include "indexer/crawl/pages/candidate.h"

#include <cstddef>
#include <vector>

namespace trawl::crawl {

/// For each candidate, the index of the first candidate of its article. Apart from these indexes, the result does not
/// depend on the order of the candidates. Quadratic.
std::vector<std::size_t> clusters_of(const std::vector<Candidate>& candidates);

} // namespace trawl::crawl
