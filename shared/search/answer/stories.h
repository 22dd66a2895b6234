// SPDX-License-Identifier: GPL-3.0-or-later
/// Translations tell one story, which a window of a result by relevance shows once. Two articles are translations of
/// each other if their source has them in different languages at one address but for the name of the language in it:
/// /blog/a and /zh/blog/a.
#pragma once

#include "shared/search/match/snapshot.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trawl::search {

/// A URL without its scheme and without the name of `language`, a primary subtag, wherever sites write it: as a label
/// of the host, a segment of the path, at the end of its last one, or the value of a parameter. Empty if it is no URL.
std::string address_in_any_language(std::string_view url, std::string_view language);

struct Stories {
  std::vector<std::uint32_t> documents; ///< those that are not a translation of an earlier one
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> translations; ///< of some of them, in order
};

/// `documents`, in order, with what translates an earlier one beneath it. Only articles of sources that are there in
/// several languages are read.
Stories fold_translations(const Snapshot& snapshot, const std::vector<std::uint32_t>& documents);

} // namespace trawl::search
