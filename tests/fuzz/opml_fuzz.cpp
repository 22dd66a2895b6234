// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of feeds: what was read can be written, and read again with as many feeds.
#include "indexer/feed/opml.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto opml = trawl::feed::read_opml(bytes)) {
    if (!trawl::feed::read_opml(trawl::feed::write_opml(*opml))) std::abort();
  }
  return 0;
}
