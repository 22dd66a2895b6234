// SPDX-License-Identifier: GPL-3.0-or-later
/// Any bytes as a query: parsed, printed, and what is printed parsed to the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/search/query.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view q(reinterpret_cast<const char*>(data), size);
  const auto query = trawl::search::parse_query(q, trawl::Moment{}, false);
  if (!query) std::abort();
  static_cast<void>(trawl::search::parse_query(q, trawl::Moment{}, true));
  static_cast<void>(trawl::search::highlight_terms(*query));
  return 0;
}
