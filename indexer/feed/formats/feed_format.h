// SPDX-License-Identifier: GPL-3.0-or-later
/// The feed formats, in one table. To add a format, write a file in this folder that defines `NAME_format()`, and add
/// that name to the list in feed_format.cpp.
#pragma once

#include "indexer/feed/feed.h"
#include "indexer/feed/formats/feed_document.h"
#include "shared/base/result.h"

#include <span>
#include <string_view>

namespace trawl::feed {

struct FeedFormat {
  std::string_view name; ///< becomes Feed::format

  /// Whether the document is in this format. Called first with the bytes alone (`root` is kNoNode), for formats that
  /// are not XML, then with one element after another as `root`, until a format recognises one.
  bool (*sniff)(const FeedDocument& document);

  /// Reads a document that `sniff` recognised. Malformed, TooLarge: see parse_feed.
  Result<Feed> (*read)(const FeedDocument& document);
};

/// The formats in the order in which they are tried.
std::span<const FeedFormat> feed_formats();

} // namespace trawl::feed
