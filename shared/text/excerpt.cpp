// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/excerpt.h"

#include "shared/text/reading_time.h"

namespace trawl::text {
namespace {

constexpr std::size_t kMostBytes = 4'800; // of the text: a word may be as long as the text

} // namespace

std::string excerpt(std::string_view text, std::size_t max_words) {
  std::string out;
  std::size_t words = 0, end = 0;
  for (auto unit = next_unit(text, 0); unit; unit = next_unit(text, unit->end)) {
    if (words == max_words || unit->end > kMostBytes) return out + "…";
    if (words > 0 && unit->begin > end) out += ' ';
    out.append(text, unit->begin, unit->end - unit->begin);
    end = unit->end;
    ++words;
  }
  return out;
}

} // namespace trawl::text
