// SPDX-License-Identifier: GPL-3.0-or-later
/// What a short text speaks of: its stems but for stop words, and how often each occurs. Feedback reads them of the
/// best results of every query (search/rank/feedback.h), so they stand in the record and not only in Xapian's term
/// lists. A long text is about many things, and a title alone says nothing new: these have none.
#pragma once

#include "shared/text/analyzer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::index {

struct ForwardTerm {
  std::string_view stem; ///< without the "Z"
  std::uint32_t tf = 0;
};

/// Each stem with its number of occurrences, in no order that means anything.
std::string pack_forward_index(const text::AnalyzedArticle& analyzed);

/// Views into `packed`; ends where the bytes are not of the form.
std::vector<ForwardTerm> forward_terms(std::string_view packed);

} // namespace trawl::index
