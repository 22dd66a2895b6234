// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling correction with the words and values of the index. docs/decisions/0016-typos.md has the rule for what is
/// then searched for.
#pragma once

#include "shared/base/result.h"
#include "shared/search/plan/term_statistics.h"
#include "shared/search/request.h"
#include "shared/search/response.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trawl::search {

struct CorrectedQuery {
  std::string q;
  bool is_doubtful = false; ///< it changes a word that some article has, or one like a family name
};

/// `q` with each word and filter value that is probably misspelt replaced by the nearest one that the index has, and
/// everything else as typed; nullopt if nothing changes. The caller checks that the corrected query finds more.
/// Once time is up, no word is misspelt.
std::optional<CorrectedQuery> corrected_query(std::string_view q, TermStatistics& statistics);

/// Which spelling of a query is searched for.
enum class SpellingChoice {
  AsTyped,
  Offered,   ///< as typed; the other one is offered
  Corrected, ///< the other one
};

/// Whether another spelling is looked for at all. `typed`: how many articles have all words as typed; those with fewer
/// say nothing about it.
bool may_be_misspelt(const SearchRequest& request, std::size_t typed);

/// Of a query as typed and of its correction, by how many articles have all words of each: the other one instead, if
/// none has them as typed (none at all: `is_sure`) and the reader did not insist.
SpellingChoice choose_spelling(const SearchRequest& request, std::size_t typed, bool is_sure, std::size_t other);

/// What was found as typed, or what `other` found in another spelling: that is searched for instead, or offered, if it
/// is doubtful. If it could not be answered (time ran out), it is as if it were not there.
/// `Found`: what an engine matched.
template <typename Found>
Found better_spelling(Found typed, std::type_identity_t<Result<Found>> other, bool is_doubtful) {
  if (!other) return typed;
  const bool is_sure = typed.is_exact && !is_doubtful;
  switch (choose_spelling(typed.plan.request, typed.total, is_sure, other->total)) {
  case SpellingChoice::AsTyped:
    return typed;
  case SpellingChoice::Offered:
    typed.did_you_mean = DidYouMean{other->plan.request.q, other->total};
    return typed;
  case SpellingChoice::Corrected:
    other->correction = Correction{other->plan.request.q, typed.total + typed.total_fewer_words};
  }
  return std::move(*other);
}

} // namespace trawl::search
