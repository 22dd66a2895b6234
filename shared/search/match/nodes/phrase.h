// SPDX-License-Identifier: GPL-3.0-or-later
/// Nodes whose words must stand in order or close together.
#pragma once

#include "shared/search/match/node_matcher.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trawl::search {

/// The terms of the words of a Phrase or Near node, in order: as typed, if there are names among them with the parts
/// of the names (FlexAttention: flex attention), and with the stems of other languages. A document matches if it has
/// one of the sequences.
std::vector<std::vector<std::string>> positional_terms(const query::QueryTree& node, const std::string& field,
                                                       MatchContext& context);

/// How many words may lie between two of the node's: 1 is directly after.
std::uint32_t distance_of(const query::QueryTree& node);

/// The documents of `within` that have the phrase.
DocSet match_phrase_within(const query::QueryTree& node, const DocSet& within, MatchContext& context);

} // namespace trawl::search
