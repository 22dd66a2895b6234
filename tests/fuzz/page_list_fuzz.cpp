// SPDX-License-Identifier: GPL-3.0-or-later
// The tags of a page, read for links to articles and to feeds.
#include "indexer/feed/page_list.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/feed/discovery.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::feed;
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  const PageList list = read_page_list(html, "https://fuzz.example/", [](std::string_view) { return true; });
  if (list.links.size() > kMaxPageLinks) std::abort();
  for (const PageLink& link : list.links) {
    if (link.url.empty() || link.url.find('#') != std::string::npos) std::abort();
  }
  (void)discover_feeds(html, "https://fuzz.example/");
  return 0;
}
