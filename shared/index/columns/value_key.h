// SPDX-License-Identifier: GPL-3.0-or-later
/// The form in which values of a filter field are compared.
#pragma once

#include <string>
#include <string_view>

namespace trawl::index {

/// The key of a value of a filter field: without blanks around it, one blank for each run of white space within, and
/// folded (text::fold) if the field ignores case (schema/fields.json). Empty for a blank value.
std::string value_key(std::string_view field, std::string_view value);

} // namespace trawl::index
