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
extract::FeedWitness witness_of(const feed::FeedEntry& entry, const feed::Feed& feed);

/// Equal witnesses give equal bytes.
std::string witness_to_json(const extract::FeedWitness& witness);

/// nullopt for "" and for anything `witness_to_json` did not write.
std::optional<extract::FeedWitness> witness_from_json(std::string_view json);

} // namespace trawl::crawl
