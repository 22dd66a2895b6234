// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/records/forward_index.h"

#include "shared/base/packed.h"
#include "shared/text/stopwords.h"

#include <algorithm>

namespace trawl::index {
namespace {

constexpr std::uint32_t kLeastWords = 20, kMostWords = 200; // chosen by measured ranking quality

} // namespace

std::string pack_forward_index(const text::AnalyzedArticle& analyzed) {
  std::string out;
  if (analyzed.words < kLeastWords || analyzed.words > kMostWords) return out;
  std::vector<std::string_view> stems;
  for (const text::TermOccurrence& occurrence : analyzed.terms) {
    const std::string_view term = occurrence.term;
    if (!term.starts_with('Z') || term.contains(':')) continue; // English stems are enough
    if (!text::is_stop_word(term.substr(1))) stems.push_back(term.substr(1));
  }
  std::ranges::sort(stems);
  for (auto it = stems.begin(); it != stems.end();) {
    const auto next = std::find_if(it, stems.end(), [&](std::string_view stem) { return stem != *it; });
    packed::put_text(out, *it);
    packed::put_number(out, static_cast<std::uint64_t>(next - it));
    it = next;
  }
  return out;
}

std::vector<ForwardTerm> forward_terms(std::string_view packed) {
  std::vector<ForwardTerm> out;
  std::string_view stem;
  std::uint64_t tf = 0;
  while (packed::take_text(packed, stem) && packed::take_number(packed, tf)) {
    out.push_back({stem, static_cast<std::uint32_t>(tf)});
  }
  return out;
}

} // namespace trawl::index
