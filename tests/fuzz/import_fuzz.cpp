// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of an import: any bytes give an article or a reason.
#include "indexer/crawl/pipeline/article_pipeline.h"
#include "indexer/crawl/pipeline/import_row.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const trawl::crawl::Knowledge knowledge = [] {
    trawl::crawl::Knowledge made;
    made.topics = *trawl::enrich::Topics::parse(R"({"categories": [], "tags": []})");
    return made;
  }();
  const std::string_view row(reinterpret_cast<const char*>(data), size);
  if (const auto input = trawl::crawl::read_row(row, "fuzz", {})) {
    (void)trawl::crawl::extract_article(*input, {}, knowledge);
  }
  return 0;
}
