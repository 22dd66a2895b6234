// SPDX-License-Identifier: GPL-3.0-or-later
/// How much of a body is taken: counts decoded and wire bytes against the limits, so that a small answer cannot unfold
/// into a large one. No network here.
#pragma once

#include "indexer/fetch/fetch_limits.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::fetch {

class BodyCollector {
 public:
  /// Appends to `body`; it and `limits` must outlive this.
  BodyCollector(const FetchLimits& limits, ResourceKind kind, std::string& body)
      : limits_(limits), kind_limits_(limits.of(kind)), body_(body) {}

  /// Takes a decoded piece, when `wire_bytes` of the body have come in all. False: enough, the beginning is all that is
  /// wanted. Errors: TooLarge, Malformed.
  Result<bool> add(std::string_view piece, std::size_t wire_bytes);

  /// The check of wire bytes alone, for encodings that swallow input and give nothing.
  Result<void> check_wire(std::size_t wire_bytes) const;

  bool is_cut() const { return cut_; }

 private:
  const FetchLimits& limits_;
  const KindLimits& kind_limits_;
  std::string& body_;
  bool cut_ = false;
};

} // namespace trawl::fetch
