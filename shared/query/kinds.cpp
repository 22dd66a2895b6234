// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/kinds.h"

#include "shared/article/kind.h"
#include "shared/article/reader_marks.h"
#include "shared/query/fields.h"

#include <algorithm>

namespace trawl::query {
namespace {

constexpr std::string_view kField = "kind";

bool names_kind(const QueryTree& tree) {
  return tree.field == kField || std::ranges::any_of(tree.children, names_kind);
}

} // namespace

bool begins_with_articles(const ParsedQuery& query) {
  const auto is_asked = [&](std::string_view property) { return asks_for(query.tree, property); };
  return !query.has_words && !query.filters.fields.contains(std::string(kField)) && !names_kind(query.tree) &&
         std::ranges::none_of(kKinds, is_asked) && std::ranges::none_of(kMarkNames, is_asked);
}

void drop_every_kind(Filters& filters) {
  const auto kinds = filters.fields.find(std::string(kField));
  if (kinds == filters.fields.end() ||
      std::ranges::find(kinds->second.any_of, kEveryKind) == kinds->second.any_of.end())
    return;
  kinds->second.any_of.clear();
  if (kinds->second.empty()) filters.fields.erase(kinds);
}

} // namespace trawl::query
