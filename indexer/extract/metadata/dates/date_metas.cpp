// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/dates/date_metas.h"

#include <algorithm>

namespace trawl::extract {
namespace {

template <std::size_t N>
bool contains_any(std::string_view name, const std::array<std::string_view, N>& words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.contains(word); });
}

} // namespace

OtherDateMeta other_date_meta(std::string_view name) {
  constexpr std::array<std::string_view, 6> kOfOthers = {"expir", "valid", "start", "end", "coverage", "build"};
  constexpr std::array<std::string_view, 5> kUpdated = {"modif", "update", "last", "changed", "edited"};
  constexpr std::array<std::string_view, 7> kPublished = {"publish", "pubdate", "pub_date", "created",
                                                          "issued",  "upload",  "release"};
  const auto is_in_table = [&](const DateMeta& row) { return row.name == name; };
  if (std::ranges::any_of(kPublishedMetas, is_in_table) || std::ranges::any_of(kUpdatedMetas, is_in_table) ||
      contains_any(name, kOfOthers)) {
    return OtherDateMeta::None;
  }
  if (contains_any(name, kUpdated)) return OtherDateMeta::Updated;
  return contains_any(name, kPublished) ? OtherDateMeta::Published : OtherDateMeta::None;
}

} // namespace trawl::extract
