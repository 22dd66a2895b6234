// SPDX-License-Identifier: GPL-3.0-or-later
/// Dates as HTTP headers and RSS feeds write them.
#pragma once

#include "shared/base/date_time.h"

#include <string>

namespace trawl::api {

/// IMF-fixdate of RFC 9110 §5.6.7, which is also RFC 822's form: "Wed, 08 Apr 2026 09:30:00 GMT". English in any
/// locale.
std::string to_http_date(Moment moment);

} // namespace trawl::api
