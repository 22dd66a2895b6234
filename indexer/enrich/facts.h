// SPDX-License-Identifier: GPL-3.0-or-later
/// Facts: the metadata of an article, which may be found at several addresses, with more at one than at another. Pure.
#pragma once

#include "shared/article/article.h"

#include <string_view>
#include <vector>

namespace trawl::enrich {

/// Replaces the facts of `article` for which `other`, the same article at another address, has better values, with
/// their provenance: any value is better than none, a title better than the first words of the text, a date of
/// publication better than that of a change, a moment better than its day. Returns the names of the fields.
std::vector<std::string_view> improve(Article& article, const Article& other);

} // namespace trawl::enrich
