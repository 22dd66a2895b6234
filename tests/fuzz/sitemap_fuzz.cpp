// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/sitemap.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)trawl::feed::parse_sitemap(bytes, "https://fuzz.example/sitemap.xml", "text/xml");
  return 0;
}
