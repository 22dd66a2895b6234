// SPDX-License-Identifier: GPL-3.0-or-later
/// The members of an imported row by the names and in the forms of schema/import-row.schema.json, whatever its author
/// calls them: "author" for "authors", 1764000000 for a date, "llm, nlp" for a list of tags.
#pragma once

#include "shared/base/date_time.h"
#include "shared/base/json.h"

#include <string>
#include <vector>

namespace trawl::crawl {

/// A member of a row of which nothing, or not everything, is taken.
struct UntakenValue {
  std::string member, why; ///< "published", "not a date"
};

/// Gives the members of `row`, an object that is no row of an export, their names and forms; those that cannot be taken
/// are removed. `now`: dates more than a day later are refused.
std::vector<UntakenValue> normalise_row(nlohmann::json& row, Moment now);

} // namespace trawl::crawl
