// SPDX-License-Identifier: GPL-3.0-or-later
/// The image that represents the article.
#pragma once

#include "indexer/extract/metadata/signals/metadata_signals.h"

#include <string>
#include <string_view>

namespace trawl::extract {

/// The first one present among og:image, JSON-LD's image, twitter:image, link rel=image_src, and the article's first
/// image that is not small. An absolute http(s) URL, or empty. `item` may be null.
std::string lead_image(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base);

} // namespace trawl::extract
