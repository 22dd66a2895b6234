// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the date in the address of a page.
#pragma once

#include "shared/base/date_time.h"

#include <optional>
#include <string_view>

namespace trawl::extract {

/// The first day after the host of an address: "/2024/05/01/", "/2024-05-01-title", "/20240501/", "/2024/may/1/",
/// "/29-10-2021"; nullopt if there is none. Years from 1990 to 2100.
std::optional<Date> date_in_url(std::string_view url);

} // namespace trawl::extract
