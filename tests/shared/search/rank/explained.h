// SPDX-License-Identifier: GPL-3.0-or-later
/// Explanations of scores, for tests of single signals.
#pragma once

#include "tests/shared/search/small_index.h"

#include <map>
#include <string>
#include <string_view>

namespace trawl::search::test {

/// By document, what the parts of this name add to its score.
inline std::map<std::uint32_t, double> parts_of(SmallIndex& index, std::string_view q, std::string_view name) {
  std::map<std::uint32_t, double> out;
  for (const RankedDocument& one : index.ranked(q, {100, true, 0, Moment{}})) {
    for (const ExplainPart& part : one.explain) {
      if (part.name == name) out[one.document] += part.weight;
    }
  }
  return out;
}

} // namespace trawl::search::test
