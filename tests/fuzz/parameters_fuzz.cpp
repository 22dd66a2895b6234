// SPDX-License-Identifier: GPL-3.0-or-later
// A query string or a JSON body: no crash, and what was read is written and read back the same.
#include "shared/api/request/search_request.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::api;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const trawl::Moment now{std::chrono::seconds{1'776'000'000}};
  if (const auto parameters = parse_query_string(bytes)) {
    const auto again = parse_query_string(to_query_string(*parameters));
    if (!again || *again != *parameters) std::abort();
    const auto request = read_search_request(*parameters, now);
    if (request && canonical_form(*request, now).empty()) std::abort();
  }
  if (const auto parameters = parse_json_body(bytes)) (void)read_search_request(*parameters, now);
  return 0;
}
