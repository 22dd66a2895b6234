// SPDX-License-Identifier: GPL-3.0-or-later
/// How much of an index a query reads, by the lengths of its posting lists, before any is read.
#pragma once

#include "shared/query/tree.h"
#include "shared/search/plan/term_statistics.h"

#include <cstddef>

namespace trawl::search {

/// The postings of all words of a query; those of a phrase count more, as their positions are read, too, and a prefix
/// as much as a word of every article. Stop words outside of phrases do not count.
std::size_t query_weight(const query::QueryTree& tree, TermStatistics& index);

} // namespace trawl::search
