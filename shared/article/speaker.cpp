// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/article/speaker.h"

#include "shared/article/article_id.h"

#include <algorithm>

namespace trawl {
namespace {

constexpr std::string_view kAt = " at ", kBy = " by ";

} // namespace

Saying saying_of(const Provenance& row, const Article& article) {
  Saying saying{row.from, article.source, article.url};
  const std::size_t at = row.from.rfind(" at http");
  if (at == std::string::npos) return saying;
  std::string_view address = std::string_view(row.from).substr(at + kAt.size()), source = article.source;
  if (const std::size_t by = address.find(' '); by != std::string_view::npos) {
    if (!address.substr(by).starts_with(kBy) || !is_source_id(address.substr(by + kBy.size()))) return saying;
    source = address.substr(by + kBy.size());
    address = address.substr(0, by);
  }
  saying.is_own = false;
  saying.source = source;
  saying.address = address;
  saying.from.resize(at);
  return saying;
}

void set_speaker(Provenance& row, const Article& article, std::string_view source, std::string_view address) {
  const bool is_own = source == article.source && address == article.url;
  if (is_own && saying_of(row, article).is_own) return;
  row.from.append(kAt).append(address);
  if (source != article.source) row.from.append(kBy).append(source);
}

bool is_of_feed(std::string_view from) {
  if (from.starts_with("updated: ")) from.remove_prefix(std::string_view("updated: ").size());
  return from == "feed" || from.starts_with("feed: ") || from.contains(" by feed: ");
}

} // namespace trawl
