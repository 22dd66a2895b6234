// SPDX-License-Identifier: GPL-3.0-or-later
/// The ten categories an article can have; the closed list of schema/fields.json.
#pragma once

#include <array>
#include <string_view>

namespace trawl::schema {

inline constexpr auto kCategories = std::to_array<std::string_view>({
#include "shared/schema/categories.inc"
});

} // namespace trawl::schema
