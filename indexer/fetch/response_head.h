// SPDX-License-Identifier: GPL-3.0-or-later
/// The status line and header fields of one response (RFC 9112 §4, §5), read line by line within limits. Does not use
/// the network.
#pragma once

#include "indexer/fetch/fetch_limits.h"
#include "indexer/fetch/fetcher.h"
#include "shared/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace trawl::fetch {

class ResponseHead {
 public:
  /// `limits` must outlive this.
  ResponseHead(const FetchLimits& limits, ResourceKind kind) : limits_(limits), kind_(kind) {}

  /// Adds a line, with or without its line end; an empty line ends the head. The next status line replaces an interim
  /// response (1xx), whose lines still count. TooLarge: too many bytes or lines; Malformed: more than one
  /// content-encoding, or a refused type (only for 2xx).
  Result<void> add_line(std::string_view line);

  int status() const { return fields_.status; }

  /// Copies status and fields into `response`. Resolves `location` against its `url`; empty if that fails.
  void copy_to(FetchResponse& response) const;

 private:
  void begin(std::string_view status_line);
  void add_field(std::string_view name, std::string_view value);
  Result<void> check() const;

  const FetchLimits& limits_;
  ResourceKind kind_;
  FetchResponse fields_;
  std::string content_encoding_;
  std::size_t bytes_ = 0;
  std::size_t lines_ = 0;
};

/// Whether a media type ("image/png; q=1") cannot hold an article: images, audio, video, fonts, PDF, archives, office
/// documents. False for vague types (application/octet-stream, gzip).
bool is_binary_type(std::string_view content_type);

/// Whether the first bytes of a body are a binary signature, for bodies with a vague or wrong type.
bool looks_binary(std::string_view beginning);

} // namespace trawl::fetch
