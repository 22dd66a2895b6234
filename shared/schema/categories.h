// SPDX-License-Identifier: GPL-3.0-or-later
/// The ten categories an article can have; a closed list.
#pragma once

#include <array>
#include <string_view>

namespace trawl::schema {

inline constexpr std::array<std::string_view, 10> kCategories{
    "api", "agents", "frameworks", "hardware", "infra", "model", "open-source", "release", "research", "tutorial"};

} // namespace trawl::schema
