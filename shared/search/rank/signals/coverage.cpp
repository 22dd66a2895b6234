// SPDX-License-Identifier: GPL-3.0-or-later
/// Coverage: the share of the query's stems, by idf, that a document contains. The score so far is multiplied by a
/// power of it. The weight is the exponent for queries of up to `words` words; longer queries can do without some
/// words, so their exponent is smaller.
#include "shared/search/rank/candidates.h"
#include "shared/search/rank/signal.h"

#include <algorithm>
#include <cmath>

namespace trawl::search {
namespace {

void add_coverage(Candidates& candidates, const SignalSettings& settings) {
  double total = 0;
  double stems = 0;
  std::vector<double> covered(candidates.documents.size());
  for (std::size_t t = 0; t < candidates.terms.size(); ++t) {
    if (!candidates.is_stem(t)) continue;
    const double idf = candidates.terms[t].idf;
    total += idf;
    stems += 1;
    for (std::size_t d = 0; d < covered.size(); ++d) covered[d] += candidates.tf[t][d] > 0 ? idf : 0;
  }
  if (total == 0) return;
  const double exponent = settings.weight * std::min(1.0, settings.words / stems);
  for (std::size_t d = 0; d < covered.size(); ++d) {
    const double factor = covered[d] > 0 ? std::pow(covered[d] / total, exponent) : 1;
    const long percent = std::lround(100 * covered[d] / total);
    candidates.add(d, signals::kCoverage.name,
                   candidates.explain ? std::to_string(percent) + " % of the query, by rarity" : std::string(),
                   candidates.scores[d].score * (factor - 1));
  }
}

} // namespace

const Signal signals::kCoverage{"cover", {.weight = 0.2, .words = 7.5}, add_coverage};

} // namespace trawl::search
