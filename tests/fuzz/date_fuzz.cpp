// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/text/dates/parse_date.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/base/date_time.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto date = trawl::text::parse_feed_date(text)) {
    // What was read can be written and read again.
    if (!trawl::parse_rfc3339(trawl::to_rfc3339(date->time))) std::abort();
  }
  (void)trawl::text::parse_page_date(text, "en");
  (void)trawl::text::parse_page_date(text, "de");
  return 0;
}
