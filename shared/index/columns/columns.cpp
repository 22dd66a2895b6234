// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/columns/columns.h"

namespace trawl::index {

std::optional<std::uint32_t> ValueColumn::find(std::string_view key) const {
  return dictionary.find(key, keys.empty() ? values : keys);
}

const ValueColumn* Columns::column(std::string_view filter) const {
  const auto index = schema::filter_index(filter);
  return index ? &fields[*index] : nullptr;
}

} // namespace trawl::index
