// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/plan/nearest_value.h"

#include "shared/base/ascii.h"
#include "shared/base/edit_distance.h"
#include "shared/text/query_language.h"
#include "shared/text/tokenizer.h"
#include "shared/text/unicode.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace trawl::search {
namespace {

constexpr std::size_t kMaxKeyBytes = 100;

/// The distance of `candidate` from what was typed, both folded; `limit` + 1 if too far. A prefix is one edit away.
std::size_t distance_to(std::string_view candidate, std::string_view typed, std::size_t limit) {
  if (candidate == typed) return 0;
  if (typed.size() >= 2 && candidate.starts_with(typed)) return std::min<std::size_t>(1, limit + 1);
  return edit_distance(candidate, typed, limit);
}

/// The lower-case letters and digits of a text of ASCII, a bit each; nullopt for others.
std::optional<std::uint64_t> letters_of(std::string_view text) {
  std::uint64_t letters = 0;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return std::nullopt;
    if (ascii::is_alnum(c)) letters |= std::uint64_t{1} << (ascii::to_lower(c) % 64);
  }
  return letters;
}

} // namespace

std::vector<std::string> other_names(std::string_view field, std::string_view value, TermStatistics& statistics) {
  std::vector<std::string> names;
  if (field == "source") names.push_back(statistics.label(value));
  if (field == "language") names = text::names_of_language(value);
  if (field == "author")
    for (text::Token& token : text::tokenize(value)) names.push_back(std::move(token.folded));
  return names;
}

std::optional<std::string> nearest_value(std::string_view field, std::string_view typed, TermStatistics& statistics,
                                         std::size_t max_edits) {
  const std::string wanted = text::fold(typed);
  if (wanted.empty() || wanted.size() > kMaxKeyBytes) return std::nullopt;
  const std::size_t limit = std::min(max_edits, std::max<std::size_t>(1, wanted.size() / 3));
  // Most of a hundred thousand authors lack more letters than edits can give. Labels and languages have other letters.
  const bool has_own_letters = field != "source" && field != "language";
  const auto needed = has_own_letters ? letters_of(wanted) : std::nullopt;
  const auto lacks_letters = [&](std::string_view value) {
    const auto letters = needed ? letters_of(value) : std::nullopt;
    return letters && static_cast<std::size_t>(std::popcount(*needed & ~*letters)) > limit;
  };
  std::size_t best = limit + 1, most = 0;
  std::optional<std::string> nearest;
  statistics.for_each_value(field, everything(), [&](std::string_view value, std::size_t articles) {
    if (lacks_letters(value)) return;
    std::size_t distance = distance_to(text::fold(value), wanted, limit);
    for (const std::string& name : other_names(field, value, statistics))
      distance = std::min(distance, distance_to(text::fold(name), wanted, limit));
    if (distance > limit) return;
    const bool is_better = distance != best ? distance < best : articles != most ? articles > most : value < *nearest;
    if (!is_better) return;
    best = distance;
    most = articles;
    nearest = value;
  });
  return statistics.is_over() ? std::nullopt : nearest;
}

} // namespace trawl::search
