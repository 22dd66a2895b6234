// SPDX-License-Identifier: GPL-3.0-or-later
/// The values that an article has in each filter field.
#pragma once

#include "shared/article/article.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trawl::index {

/// A value of a field: the form in which it is compared (value_key.h), and the one that is shown.
struct FieldValue {
  std::string key, shown;
};

/// An article's values of the filter field schema::kFilterFields[field], in the article's order. Each key comes once;
/// values whose key is empty are left out.
std::vector<FieldValue> field_values(const Article& article, std::size_t field);

} // namespace trawl::index
