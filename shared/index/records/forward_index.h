// SPDX-License-Identifier: GPL-3.0-or-later
/// The forward index: the stems of a short text and how often each occurs, without stop words. Relevance feedback
/// (shared/search/rank/signals/feedback.cpp) reads it for the best results of every query, so it is kept in the
/// document store; Xapian's term lists are slower to read. A long text is about many things and a title alone adds
/// nothing, so texts of fewer than 20 or more than 200 words have none. docs/formats.md has the grammar.
#pragma once

#include "shared/text/analyzer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

struct ForwardTerm {
  std::string_view stem; ///< without the "Z"
  std::uint32_t tf = 0;  ///< how often it occurs in the text
};

/// Each stem with its frequency, in an order without meaning; empty if the text is too short or too long.
std::string pack_forward_index(const text::AnalyzedArticle& analyzed);

/// The stems as views into `packed`. Stops at the first entry that is damaged.
std::vector<ForwardTerm> forward_terms(std::string_view packed);

} // namespace trawl::index
