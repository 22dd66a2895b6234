// SPDX-License-Identifier: GPL-3.0-or-later
/// The metadata signal that a feed entry, or another seed, gives about a page, and its form in the store: one JSON
/// object. Pure.
#pragma once

#include "indexer/extract/page/page_input.h"
#include "indexer/feed/feed.h"
#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// A link of a seed to an article.
struct SeedEntry {
  std::string url;    ///< canonical
  std::string signal; ///< what the seed says about it, see `signal_to_json`; empty for most sitemaps
  Moment modified{};  ///< a sitemap's lastmod: a hint
};

/// The signal of an entry. Relative links in its body stay relative.
extract::FeedSignal signal_of(const feed::FeedEntry& entry, const feed::Feed& feed);

/// Equal signals give equal bytes.
std::string signal_to_json(const extract::FeedSignal& signal);

/// What a feed says of an entry now, with what it said before where that is more: a feed that turns to summaries takes
/// no text away, and one that is built anew each day says nothing of when an entry was published.
extract::FeedSignal with_former(extract::FeedSignal now, const extract::FeedSignal& before, Moment today);

/// nullopt for "" and for anything that `signal_to_json` did not write.
std::optional<extract::FeedSignal> signal_from_json(std::string_view json);

} // namespace trawl::crawl
