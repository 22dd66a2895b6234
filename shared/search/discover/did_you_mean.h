// SPDX-License-Identifier: GPL-3.0-or-later
/// Spelling correction with the words of the index. It only suggests: results are always those of the query as typed.
#pragma once

#include "shared/search/index_view.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// `q` with each plain word that the index does not have replaced by the nearest one it has, and everything else as
/// typed; nullopt if nothing changes. The index also has a word if it has another form of it, unless that form is a
/// rare typo itself. The caller checks that the corrected query finds more.
std::optional<std::string> corrected_query(std::string_view q, const IndexView& view, Deadline deadline);

} // namespace trawl::search
