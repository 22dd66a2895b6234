// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/excerpt.h"

#include "shared/text/reading_time.h"
#include "shared/text/text_runs.h"

#include <algorithm>
#include <vector>

namespace trawl::text {
namespace {

constexpr std::size_t kMostBytes = 4'800; // of the text: a word may be as long as the text

} // namespace

std::size_t first_sentence(std::string_view text) {
  const std::string_view beginning = text.substr(0, kMostBytes);
  for (const TextRun& run : text_runs(beginning)) {
    if (run.kind != RunKind::Prose) continue;
    for (std::size_t begin = run.begin, end = begin; begin < run.end; begin = end + 1) {
      end = std::min(beginning.find('\n', begin), run.end);
      if (has_sentence(beginning.substr(begin, end - begin))) return begin;
    }
  }
  return 0;
}

std::string excerpt(std::string_view text, std::size_t max_words) {
  text.remove_prefix(first_sentence(text));
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
