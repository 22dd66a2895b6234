// SPDX-License-Identifier: GPL-3.0-or-later
/// The addresses a page gives for itself. Claims only: whether to believe them is the crawler's decision.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"

#include <string>
#include <string_view>

namespace trawl::extract {

/// What relative addresses of the page are relative to: its base element against `url`, else `url`.
std::string base_url(const Witnesses& witnesses, std::string_view url);

/// link rel=canonical, else og:url, else JSON-LD's url; absolute, without white space; empty if none is an http(s) URL.
std::string canonical_link(const Witnesses& witnesses, const JsonLdItem* item, std::string_view base);

/// A meta refresh as "5; url=https://…" (HTML Standard §4.2.5.3).
struct Refresh {
  int seconds = -1; ///< -1: there is none
  std::string url;  ///< absolute; empty: the page itself
};
Refresh meta_refresh(const Witnesses& witnesses, std::string_view base);

} // namespace trawl::extract
