// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/formats/feed_format.h"

#include <array>

// The formats in the order in which they are tried.
#define TRAWL_FEED_FORMATS(FORMAT)                                                                                     \
  FORMAT(json_feed_format)                                                                                             \
  FORMAT(atom_format)                                                                                                  \
  FORMAT(rdf_format)                                                                                                   \
  FORMAT(rss_format)

namespace trawl::feed {

#define TRAWL_DECLARE(name) FeedFormat name();
TRAWL_FEED_FORMATS(TRAWL_DECLARE)

std::span<const FeedFormat> feed_formats() {
#define TRAWL_ROW(name) name(),
  static const std::array formats{TRAWL_FEED_FORMATS(TRAWL_ROW)};
  return formats;
}

} // namespace trawl::feed
