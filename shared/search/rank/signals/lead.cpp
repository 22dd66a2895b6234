// SPDX-License-Identifier: GPL-3.0-or-later
/// Lead: articles say at the beginning what they are about. A word counts e times less for each `words` words before
/// its first occurrence.
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/signal.h"
#include "shared/text/analyzer.h"

#include <algorithm>
#include <cmath>

namespace trawl::search {
namespace {

void add_lead(Candidates& candidates, const SignalSettings& settings) {
  std::vector<double> sums(candidates.documents.size());
  for (std::size_t t = 0; t < candidates.terms.size(); ++t) {
    if (!candidates.is_stem(t)) continue;
    for (std::size_t d = 0; d < sums.size(); ++d) {
      const std::span<const std::uint32_t> positions = candidates.positions(t, d);
      const auto first = std::ranges::upper_bound(positions, text::kTitleGap);
      if (first == positions.end()) continue;
      const std::uint32_t title_words = candidates.view.columns.title_words[candidates.documents[d]];
      const auto begin = static_cast<double>(text::kTitleGap + title_words);
      sums[d] += candidates.terms[t].weight * std::exp(-std::max(0.0, *first - begin) / settings.words);
    }
  }
  for (std::size_t d = 0; d < sums.size(); ++d) {
    candidates.add(d, signals::kLead.name, candidates.use.explain ? "words of the query where the text begins" : "",
                   settings.weight * sums[d]);
  }
}

} // namespace

const Signal signals::kLead{"lead", {.weight = 0.5, .words = 40}, add_lead};

} // namespace trawl::search
