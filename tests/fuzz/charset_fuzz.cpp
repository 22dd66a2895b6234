// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/html/charset.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // The first byte chooses what the header says.
  constexpr std::string_view kTypes[] = {"",
                                         "text/html; charset=gbk",
                                         "text/html; charset=utf-16",
                                         "text/html; charset=iso-2022-jp",
                                         "text/html; charset=utf-8",
                                         "text/html; charset=big5"};
  const auto type = size ? kTypes[data[0] % std::size(kTypes)] : kTypes[0];
  for (const auto markup : {trawl::html::Markup::Html, trawl::html::Markup::Xml}) {
    const auto decoded = trawl::html::decode(bytes, type, markup);
    if (!trawl::utf8::is_valid(decoded.text) || decoded.text.find('\0') != std::string::npos) std::abort();
  }
  return 0;
}
