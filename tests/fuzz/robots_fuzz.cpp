// SPDX-License-Identifier: GPL-3.0-or-later
// robots.txt of strangers: the first line is the path, the rest the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/fetch/robots/robots.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using trawl::fetch::Robots;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view body = text.substr(std::min(end + 1, text.size()));
  const Robots robots = Robots::parse(body, "trawl");
  static_cast<void>(robots.allows(text.substr(0, end)));
  if (!robots.allows("/robots.txt")) std::abort();
  if (robots.crawl_delay() && !(robots.crawl_delay()->count() >= 0)) std::abort();
  return 0;
}
