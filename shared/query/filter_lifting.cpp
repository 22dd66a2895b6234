// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/query/filter_lifting.h"

#include "shared/query/fields.h"

#include <map>
#include <utility>

namespace trawl::query {
namespace {

bool is_value_field(const QueryTree& node) {
  return node.kind == NodeKind::Field && field_kind(node.field) == FieldKind::Value;
}

std::vector<std::string> values_of(const QueryTree& node) {
  std::vector<std::string> values;
  for (const QueryTree& child : node.children) values.push_back(child.text);
  return values;
}

/// Moves one conjunct into `filters`. Returns false if it is not a filter, and stays in the tree. `all`: a repeated
/// field asks for all of its values, not for any of them.
bool lift(const QueryTree& node, bool all, Filters& filters) {
  if (is_value_field(node)) {
    FieldFilter asked;
    (all ? asked.all_of : asked.any_of) = values_of(node);
    add_values(filters.fields[std::string(filter_of(node.field))], asked);
    return true;
  }
  if (node.kind == NodeKind::Not && is_value_field(node.children.front())) {
    const QueryTree& field = node.children.front();
    add_values(filters.fields[std::string(filter_of(field.field))], {{}, {}, values_of(field)});
    return true;
  }
  if (node.kind != NodeKind::Field || node.field != kDateField || node.children.size() != 1) return false;
  const auto range = range_of_value(node.children.front().text);
  if (!range) return false;
  filters.dates = intersection(filters.dates, *range);
  return true;
}

} // namespace

Filters lift_filters(QueryTree& tree) {
  Filters filters;
  if (tree.kind != NodeKind::And) {
    if (lift(tree, false, filters)) tree = {};
    return filters;
  }
  std::map<std::string, int> occurrences;
  for (const QueryTree& child : tree.children) occurrences[is_value_field(child) ? child.field : ""] += 1;
  std::erase_if(tree.children, [&](const QueryTree& child) {
    const bool all = !tree.implicit && is_value_field(child) && occurrences[child.field] > 1;
    // tag:a,b AND tag:c cannot be said by a FieldFilter.
    return !(all && child.children.size() > 1) && lift(child, all, filters);
  });
  if (tree.children.empty()) tree = {};
  if (tree.children.size() == 1) {
    QueryTree only = std::move(tree.children.front());
    tree = std::move(only);
  }
  return filters;
}

} // namespace trawl::query
