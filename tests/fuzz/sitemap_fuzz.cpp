// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/sitemap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/feed/discovery.h"
#include "indexer/feed/opml.h"
#include "indexer/feed/page_list.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)trawl::feed::parse_sitemap(bytes, "https://fuzz.example/sitemap.xml", "text/xml");
  (void)trawl::feed::read_page_list(bytes, "https://fuzz.example/", [](std::string_view) { return true; });
  (void)trawl::feed::discover_feeds(bytes, "https://fuzz.example/");
  if (const auto opml = trawl::feed::read_opml(bytes)) {
    if (!trawl::feed::read_opml(trawl::feed::write_opml(*opml))) std::abort();
  }
  return 0;
}
