// SPDX-License-Identifier: GPL-3.0-or-later
/// By what the values of a filter field are compared.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

/// The key of a value of a filter field: authors are compared without case and accents (text::fold),
/// everything else as it stands. White space
/// around a value, or more than one blank within, never counts.
std::string value_key(std::string_view field, std::string_view value);

} // namespace trawl::index
