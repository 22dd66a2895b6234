// SPDX-License-Identifier: GPL-3.0-or-later
/// The words in class names: "md-callout isWarning" has "md", "callout", "is" and "warning".
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace trawl::extract {

/// Calls `visit` for each word, in lower case, until it returns true; returns whether it did.
bool any_name_word(std::string_view names, const std::function<bool(std::string_view)>& visit);

/// Whether one of the words is among `wanted`.
bool has_name_word(std::string_view names, std::span<const std::string_view> wanted);

} // namespace trawl::extract
