// SPDX-License-Identifier: GPL-3.0-or-later
/// The addresses that a page claims for itself. The crawler decides whether to believe them.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"

#include <string>
#include <string_view>

namespace trawl::extract {

/// The base of the page's relative addresses: its base element, resolved against `url`, else `url`.
std::string base_url(const MetadataSignals& signals, std::string_view url);

/// The first http(s) URL of link rel=canonical, og:url and JSON-LD's url, absolute; empty if there is none. `item` may
/// be null.
std::string canonical_link(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base);

/// A meta refresh like "5; url=https://…" (HTML Standard §4.2.5.3).
struct Refresh {
  int seconds = -1; ///< until the refresh; -1: there is no refresh
  std::string url;  ///< absolute; empty: the page reloads itself
};
Refresh meta_refresh(const MetadataSignals& signals, std::string_view base);

} // namespace trawl::extract
