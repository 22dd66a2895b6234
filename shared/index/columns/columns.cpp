// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns.h"

namespace trawl::index {

std::optional<std::uint32_t> ValueColumn::find(std::string_view key) const {
  return table.find(key, keys.empty() ? values : keys);
}

const ValueColumn* Columns::column(std::string_view field) const {
  for (const ColumnName& name : kColumnNames) {
    if (name.field == field) return &(this->*name.column);
  }
  return nullptr;
}

} // namespace trawl::index
