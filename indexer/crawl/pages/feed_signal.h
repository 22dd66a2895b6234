// SPDX-License-Identifier: GPL-3.0-or-later
/// The metadata signal that a feed entry gives about its page, and its form in the store: one JSON object. Pure.
#pragma once

#include "indexer/extract/article_extractor.h"
#include "indexer/feed/feed.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// The signal of an entry. Relative links in its body stay relative.
extract::FeedSignal signal_of(const feed::FeedEntry& entry, const feed::Feed& feed);

/// Equal signals give equal bytes.
std::string signal_to_json(const extract::FeedSignal& signal);

/// nullopt for "" and for anything that `signal_to_json` did not write.
std::optional<extract::FeedSignal> signal_from_json(std::string_view json);

} // namespace trawl::crawl
