// SPDX-License-Identifier: GPL-3.0-or-later
/// Parses machine-readable dates of pages: the values of meta elements, attributes and JSON-LD.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::extract {

/// The date as written. If it is a different day in UTC because of its time zone, the written day counts, without the
/// time. `language`: BCP 47 tag for month names and the order of day and month; may be empty.
std::optional<Date> parse_machine_date(std::string_view text, std::string_view language);

/// The same with day and month swapped; nullopt if they cannot be swapped.
std::optional<Date> swapped_machine_date(std::string_view text, std::string_view language);

} // namespace trawl::extract
