// SPDX-License-Identifier: GPL-3.0-or-later
/// Corrects queries with words that no article has.
#pragma once

#include "shared/opensearch/session.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::opensearch {

/// `q` with its unknown words replaced by the most frequent of the nearest words that articles have; nullopt if all are
/// known, or no known word is near.
Result<std::optional<std::string>> corrected_query(std::string_view q, const Session& session);

} // namespace trawl::opensearch
