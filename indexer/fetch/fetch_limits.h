// SPDX-License-Identifier: GPL-3.0-or-later
/// Every limit on what one answer may cost us, in one place; all settable, these are the defaults. Reaching a limit is
/// a normal outcome with an error code of its own, never a crash and never the end of a run.
#pragma once

#include "indexer/fetch/fetcher.h"

#include <chrono>
#include <cstddef>

namespace trawl::fetch {

/// Limits that depend on what is asked for.
struct KindLimits {
  std::size_t wire_bytes = 0;    ///< body as transferred, still compressed
  std::size_t decoded_bytes = 0; ///< body after gzip, br, zstd or deflate
  std::chrono::milliseconds total{30'000};
  bool keep_beginning = false;    ///< over `decoded_bytes`: hand out what came, instead of TooLarge
  bool refuse_binary_type = true; ///< Content-Type pdf, image, audio, video, font, archive: stop after the headers
};

struct FetchLimits {
  KindLimits page{5'000'000, 10'000'000};
  KindLimits feed{10'000'000, 20'000'000};
  /// RFC 9309 §2.5 asks for at least 500 KiB; the rest is ignored. Any type: some hosts send none, or a silly one.
  KindLimits robots{1'000'000, 524'288, std::chrono::milliseconds{30'000}, true, false};

  std::chrono::milliseconds connect{10'000};
  std::size_t low_speed_bytes = 200; ///< slower than this a second, over `low_speed_time`: Timeout
  std::chrono::seconds low_speed_time{10};

  std::size_t url_bytes = 2'048;
  std::size_t header_bytes = 65'536;
  std::size_t header_lines = 100;

  std::size_t max_ratio = 100; ///< decoded : wire, counted once `ratio_from_bytes` are decoded
  std::size_t ratio_from_bytes = 1'000'000;

  int connections = 32;         ///< open at once, all hosts
  int connections_per_host = 2; ///< politeness.h keeps it at one; this is the net below

  const KindLimits& of(ResourceKind kind) const {
    return kind == ResourceKind::Feed ? feed : kind == ResourceKind::Robots ? robots : page;
  }
};

} // namespace trawl::fetch
