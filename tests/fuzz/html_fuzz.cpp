// SPDX-License-Identifier: GPL-3.0-or-later
/// Any bytes as a page: parsing, text and extraction end within their budgets and give valid UTF-8.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "indexer/extract/article_extractor.h"
#include "shared/base/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  trawl::extract::PageInput input;
  input.bytes = std::string_view(reinterpret_cast<const char*>(data), size);
  input.url = "https://example.org/a/b";
  const auto found = trawl::extract::extract_page(input);
  if (found && !trawl::utf8::is_valid(found->article.text)) std::abort();
  return 0;
}
