// SPDX-License-Identifier: GPL-3.0-or-later
// main_json_ld_item: which of a page's items is its article.
#include <algorithm>

#include "indexer/extract/metadata/page_metadata_text.h"
#include "indexer/extract/metadata/title.h"

namespace trawl::extract {
namespace {

/// Whether the headline occurs in the page's own titles or headings.
bool agrees_with_page(const JsonLdItem& item, const Witnesses& witnesses) {
  const std::string key = wording_key(item.headline);
  if (key.empty()) return false;
  const auto holds = [&key](std::string_view text) {
    const std::string other = wording_key(text);
    return !other.empty() && (contains_wording(other, key) || contains_wording(key, other));
  };
  if (holds(witnesses.document_title) || holds(clean_value(witnesses.meta("og:title")))) return true;
  return std::ranges::any_of(witnesses.headings,
                             [&](const HeadingWitness& heading) { return heading.level == 1 && holds(heading.text); });
}

bool same_address(std::string_view a, std::string_view b) {
  const auto bare = [](std::string_view url) {
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    url = url.substr(0, url.find_first_of("?#"));
    if (url.ends_with('/')) url.remove_suffix(1);
    return url;
  };
  return !a.empty() && bare(a) == bare(b);
}

} // namespace

const JsonLdItem* main_json_ld_item(const Witnesses& witnesses, std::string_view url) {
  const JsonLdItem* only = nullptr;
  std::size_t articles = 0;
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind != JsonLdKind::Article) continue;
    ++articles;
    only = &item;
    if (agrees_with_page(item, witnesses)) return &item;
  }
  if (articles == 1) return only;
  for (const JsonLdItem& item : witnesses.json_ld) {
    if (item.kind == JsonLdKind::Article && same_address(item.url, url)) return &item;
  }
  return nullptr;
}

} // namespace trawl::extract
