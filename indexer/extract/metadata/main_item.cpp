// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/main_item.h"

#include <algorithm>
#include <cstddef>

#include "indexer/extract/metadata/metadata_text.h"

namespace trawl::extract {
namespace {

/// Whether the headline contains the page's title or an h1, or is contained in one.
bool agrees_with_page(const JsonLdItem& item, const MetadataSignals& signals) {
  const std::string key = wording_key(item.headline);
  if (key.empty()) return false;
  const auto agrees = [&key](std::string_view text) {
    const std::string other = wording_key(text);
    return !other.empty() && (contains_wording(other, key) || contains_wording(key, other));
  };
  if (agrees(signals.document_title) || agrees(clean_value(signals.meta("og:title")))) return true;
  return std::ranges::any_of(signals.headings,
                             [&](const HeadingSignal& heading) { return heading.level == 1 && agrees(heading.text); });
}

bool is_same_url(std::string_view a, std::string_view b) {
  const auto bare = [](std::string_view url) {
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("?#"));
    if (url.ends_with('/')) url.remove_suffix(1);
    return url;
  };
  return !a.empty() && bare(a) == bare(b);
}

} // namespace

const JsonLdItem* find_main_item(const MetadataSignals& signals, std::string_view url) {
  const JsonLdItem* only = nullptr;
  std::size_t articles = 0;
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.kind != JsonLdKind::Article) continue;
    ++articles;
    only = &item;
    if (agrees_with_page(item, signals)) return &item;
  }
  if (articles == 1) return only;
  for (const JsonLdItem& item : signals.json_ld) {
    if (item.kind == JsonLdKind::Article && is_same_url(item.url, url)) return &item;
  }
  return nullptr;
}

} // namespace trawl::extract
