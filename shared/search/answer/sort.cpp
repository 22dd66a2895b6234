// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/sort.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace trawl::search {
namespace {

using index::Columns;
using index::kUndated;

/// Sorted in ascending order.
struct Key {
  std::string_view source;
  std::int64_t date = 0;
  std::uint64_t id = 0;
  std::uint32_t document = 0;

  bool operator<(const Key& other) const {
    return std::tie(source, date, id) < std::tie(other.source, other.date, other.id);
  }
};

Key key_of(std::string_view source, std::int64_t published, std::uint64_t id, SortOrder order) {
  Key key{order == SortOrder::Source ? source : std::string_view{}, 0, id, 0};
  key.date = published == kUndated ? INT64_MAX : order == SortOrder::Oldest ? published : -published;
  return key;
}

/// The source an article was published in: the first; the others are those of its copies.
std::string_view own_source(const Columns& columns, std::uint32_t document) {
  const auto ordinals = columns.source().of(document);
  return ordinals.empty() ? std::string_view{} : std::string_view(columns.source().values[ordinals.front()]);
}

} // namespace

SortPosition position_of(const Columns& columns, std::uint32_t document, SortOrder order) {
  return {order == SortOrder::Source ? std::string(own_source(columns, document)) : std::string(),
          columns.published()[document], columns.id_of(document)};
}

std::vector<std::uint32_t> first_sorted(const Columns& columns, const DocSet& documents, SortOrder order,
                                        std::size_t count, const std::optional<SortPosition>& after) {
  std::vector<std::uint32_t> sorted;
  if (count == 0) return sorted;
  std::optional<Key> last_before;
  if (after) last_before = key_of(after->source, after->published, after->id, order);
  std::vector<Key> best; // a heap with the last of the best on top
  const std::vector<std::uint64_t>& ids = columns.ids();
  documents.for_each([&](std::uint32_t document) {
    const std::string_view source = order == SortOrder::Source ? own_source(columns, document) : std::string_view{};
    Key key = key_of(source, columns.published()[document], ids[document], order);
    if (last_before && !(*last_before < key)) return;
    if (best.size() == count) {
      if (!(key < best.front())) return;
      std::ranges::pop_heap(best, std::less<>{});
      best.pop_back();
    }
    key.document = document;
    best.push_back(key);
    std::ranges::push_heap(best, std::less<>{});
  });
  std::ranges::sort_heap(best, std::less<>{});
  sorted.reserve(best.size());
  for (const Key& key : best) sorted.push_back(key.document);
  return sorted;
}

} // namespace trawl::search
