// SPDX-License-Identifier: GPL-3.0-or-later
/// The limits on what one response may cost, with their defaults. A response that exceeds one is an error with a code
/// of its own; the crawl continues.
#pragma once

#include "indexer/fetch/fetcher.h"

#include <chrono>
#include <cstddef>

namespace trawl::fetch {

/// Limits that depend on the kind of resource.
struct KindLimits {
  std::size_t wire_bytes = 0;    ///< body as transferred, compressed
  std::size_t decoded_bytes = 0; ///< body after gzip, br, zstd or deflate
  std::chrono::milliseconds total{30'000};
  bool keep_beginning = false; ///< beyond `decoded_bytes`: return the beginning, instead of TooLarge
  /// Stop after the headers if the Content-Type is an image, audio, video, font or archive, or a PDF that is no page.
  bool refuse_binary_type = true;
};

struct FetchLimits {
  KindLimits page{5'000'000, 10'000'000};
  KindLimits pdf{20'000'000, 20'000'000}; ///< of a page that turns out to be a PDF
  KindLimits feed{10'000'000, 20'000'000};
  /// RFC 9309 §2.5 requires at least 500 KiB; the rest is ignored. Any type, because some hosts send a wrong one.
  KindLimits robots{
      .wire_bytes = 1'000'000, .decoded_bytes = 524'288, .keep_beginning = true, .refuse_binary_type = false};
  KindLimits picture{.wire_bytes = 3u << 20, .decoded_bytes = 3u << 20, .refuse_binary_type = false};

  std::chrono::milliseconds connect{10'000};
  std::size_t low_speed_bytes = 200; ///< per second; Timeout if slower than this for `low_speed_time`
  std::chrono::seconds low_speed_time{10};

  std::size_t url_bytes = 2'048;
  std::size_t header_bytes = 65'536;
  std::size_t header_lines = 100;

  std::size_t max_ratio = 100; ///< decoded : wire, checked beyond `ratio_from_bytes` decoded
  std::size_t ratio_from_bytes = 1'000'000;

  int connections = 32;         ///< open at once, to all hosts
  int connections_per_host = 2; ///< a second line of defence; politeness.h allows one

  const KindLimits& of(ResourceKind kind) const {
    return kind == ResourceKind::Feed      ? feed
           : kind == ResourceKind::Robots  ? robots
           : kind == ResourceKind::Picture ? picture
                                           : page;
  }
};

} // namespace trawl::fetch
