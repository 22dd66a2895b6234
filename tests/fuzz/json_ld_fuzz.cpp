// SPDX-License-Identifier: GPL-3.0-or-later
/// JSON-LD blocks of foreign pages: reading them neither crashes nor hangs.
#include "indexer/extract/metadata/json_ld.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view block(reinterpret_cast<const char*>(data), size);
  trawl::extract::read_json_ld(block);
  return 0;
}
