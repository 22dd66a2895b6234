// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/extract/metadata/lead_image.h"

#include "indexer/extract/metadata/metadata_text.h"
#include "shared/url/url.h"

namespace trawl::extract {
namespace {

constexpr int kSmallWidth = 200; // pixels; icons, portraits, trackers

std::string absolute(std::string_view address, std::string_view base) {
  const std::string clean = squeeze(address);
  return clean.empty() ? std::string() : url::resolve(clean, base);
}

} // namespace

std::string lead_image(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base) {
  for (const auto* const name : {"og:image", "og:image:secure_url", "og:image:url"}) {
    if (std::string url = absolute(clean_value(signals.meta(name)), base); !url.empty()) return url;
  }
  if (item != nullptr) {
    if (std::string url = absolute(item->image, base); !url.empty()) return url;
  }
  for (const auto* const name : {"twitter:image", "twitter:image:src", "thumbnail", "image", "sailthru.image.full"}) {
    if (std::string url = absolute(clean_value(signals.meta(name)), base); !url.empty()) return url;
  }
  for (const LinkSignal& link : signals.links) {
    if (link.rel != "image_src") continue;
    if (std::string url = absolute(link.href, base); !url.empty()) return url;
  }
  for (const ImageSignal& image : signals.images) {
    const bool is_small = image.width != 0 && image.width < kSmallWidth;
    if (is_small || (image.places & kInArticle) == 0 || (image.places & (kInBoilerplate | kInComments)) != 0) continue;
    if (std::string url = absolute(image.url, base); !url.empty()) return url;
  }
  return {};
}

} // namespace trawl::extract
