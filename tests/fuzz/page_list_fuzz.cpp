// SPDX-License-Identifier: GPL-3.0-or-later
// The tags of a page, read for links to articles and to feeds.
#include "indexer/feed/page_list.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "indexer/feed/discovery.h"
#include "shared/base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl::feed;
  const std::string html = trawl::utf8::repair({reinterpret_cast<const char*>(data), size});
  const auto list = read_page_list(html, "https://fuzz.example/", [](std::string_view) { return true; });
  if (list && list->links.size() > kMaxPageLinks) std::abort();
  for (const PageLink& link : list ? list->links : std::vector<PageLink>()) {
    if (link.url.empty() || link.url.find('#') != std::string::npos) std::abort();
  }
  (void)discover_feeds(html, "https://fuzz.example/");
  return 0;
}
