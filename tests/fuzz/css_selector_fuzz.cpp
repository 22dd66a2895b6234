// SPDX-License-Identifier: GPL-3.0-or-later
/// Any bytes as a selector: it is refused with a sentence, or selects elements of a page, each once and in order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/html/css_selector.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto dom = trawl::html::Dom::parse("<main id=a><div class='b c'><p data-x='1'>x<i rel='e "
                                                  "f'></i></p></div><div class=b><div><p></p></div></div></main>");
  const auto selector = trawl::html::CssSelector::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!selector) return selector.error().what.empty() ? (std::abort(), 0) : 0;
  const auto found = selector->all(*dom);
  if (std::ranges::adjacent_find(found, std::greater_equal<>()) != found.end()) std::abort();
  return 0;
}
