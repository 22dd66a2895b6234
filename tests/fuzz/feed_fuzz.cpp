// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto feed = trawl::feed::parse_feed(bytes, "https://fuzz.example/feed", "application/xml");
  if (!feed) return 0;
  for (const auto& entry : feed->entries) {
    if (!trawl::utf8::is_valid(entry.title) || !trawl::utf8::is_valid(entry.content)) std::abort();
  }
  return 0;
}
