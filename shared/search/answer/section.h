// SPDX-License-Identifier: GPL-3.0-or-later
/// The section of an article that a passage stands in, and a link to it.
#pragma once

#include "shared/search/response.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trawl::search {

/// The section that has byte `at` of the text of an article; nullopt before its first heading. `read(begin, end)` gives
/// those bytes of the text. The link leads to the page's own name for the place, else to the words of the heading
/// (https://wicg.github.io/scroll-to-text-fragment/).
std::optional<Section> section_at(const Article& article, std::string_view structure, std::size_t at,
                                  const std::function<std::string(std::size_t begin, std::size_t end)>& read);

} // namespace trawl::search
