// SPDX-License-Identifier: GPL-3.0-or-later
/// The names that lead to an article besides its id.
#pragma once

#include "shared/article/article.h"

#include <string>
#include <vector>

namespace trawl {

/// The ids, sorted and without duplicates, that lead to `article`: its aliases that are ids, and the ids of its aliases
/// that are addresses. Without its own id.
std::vector<std::string> alias_ids(const Article& article);

} // namespace trawl
