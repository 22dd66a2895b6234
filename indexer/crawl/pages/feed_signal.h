// SPDX-License-Identifier: GPL-3.0-or-later
/// What a feed's entry says about a page, as it is stored beside the page: one JSON object. Pure.
#pragma once

#include "indexer/extract/article_extractor.h"
#include "indexer/feed/feed.h"

#include <optional>
#include <string>
#include <string_view>

namespace trawl::crawl {

/// The entry's word on its page; relative links of its body are left as they are.
extract::FeedSignal signal_of(const feed::FeedEntry& entry, const feed::Feed& feed);

/// Equal witnesses give equal bytes.
std::string signal_to_json(const extract::FeedSignal& witness);

/// nullopt for "" and for anything `signal_to_json` did not write.
std::optional<extract::FeedSignal> signal_from_json(std::string_view json);

} // namespace trawl::crawl
