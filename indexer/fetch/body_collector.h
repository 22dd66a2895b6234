// SPDX-License-Identifier: GPL-3.0-or-later
/// Collects a response body within limits on its decoded and its transferred size, so that a small response cannot
/// decode into a huge one (decompression bomb). Does not use the network.
#pragma once

#include "indexer/fetch/fetch_limits.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::fetch {

class BodyCollector {
 public:
  /// Appends to `body`. `body` and `limits` must outlive this.
  BodyCollector(const FetchLimits& limits, ResourceKind kind, std::string& body)
      : limits_(limits), kind_(kind), kind_limits_(&limits.of(kind)), body_(body) {}

  /// Appends a decoded piece; `wire_bytes` is the size received so far. False: the limit is reached and the rest is not
  /// needed. TooLarge; Malformed: the body is binary.
  Result<bool> add(std::string_view piece, std::size_t wire_bytes);

  /// Checks the received size alone, for compressed input that produces no output.
  Result<void> check_wire(std::size_t wire_bytes) const;

  bool is_cut() const { return cut_; }

 private:
  const FetchLimits& limits_;
  const ResourceKind kind_;
  const KindLimits* kind_limits_; ///< those of a PDF, once it is one
  std::string& body_;
  bool cut_ = false;
};

} // namespace trawl::fetch
