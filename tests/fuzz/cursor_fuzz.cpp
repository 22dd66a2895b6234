// SPDX-License-Identifier: GPL-3.0-or-later
// A cursor comes from outside: whatever it is, it is read or refused; what is read is written again as it was.
#include "shared/search/answer/cursor.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto cursor = trawl::search::decode_cursor(text);
  if (cursor && trawl::search::encode_cursor(*cursor) != text) std::abort();
  return 0;
}
