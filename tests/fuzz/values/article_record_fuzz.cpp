// SPDX-License-Identifier: GPL-3.0-or-later
// A damaged record of an article: refused, or an article whose record reads as the same article.
#include "shared/article/article_record.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trawl;
  const std::string_view record(reinterpret_cast<const char*>(data), size);
  (void)text_of_record(record);
  (void)from_record(record, ArticlePart::Fields);
  const auto article = from_record(record);
  if (!article) return 0;
  const auto again = from_record(to_record(*article));
  if (!again || again->title != article->title || again->text != article->text) std::abort();
  return 0;
}
