// SPDX-License-Identifier: GPL-3.0-or-later
/// A page of a few lines, read.
#pragma once

#include "indexer/extract/metadata/page_metadata.h"
#include "indexer/html/dom.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trawl::extract {

inline PageMetadata read_page(std::string_view html, std::string url = "https://www.example.org/blog/post",
                              Moment now = {}, std::optional<FeedSignal> feed = std::nullopt) {
  const auto dom = html::Dom::parse(std::string(html));
  PageInput input;
  input.feed = std::move(feed);
  input.bytes = html;
  input.url = std::move(url);
  input.now = now;
  NameLookup names;
  return dom ? read_metadata(*dom, names, input) : PageMetadata{};
}

inline std::string source_of(const PageMetadata& metadata, std::string_view field) {
  for (const Provenance& one : metadata.provenance) {
    if (one.field == field) return one.from;
  }
  return {};
}

} // namespace trawl::extract
