// SPDX-License-Identifier: GPL-3.0-or-later
/// The picture that stands for the article.
#pragma once

#include "indexer/extract/metadata/metadata_signals.h"

#include <string>
#include <string_view>

namespace trawl::extract {

/// og:image, then JSON-LD, twitter:image, link rel=image_src, the first picture in the article that is not small;
/// absolute http(s), or empty.
std::string lead_image(const Witnesses& witnesses, const JsonLdItem* item, std::string_view base);

} // namespace trawl::extract
