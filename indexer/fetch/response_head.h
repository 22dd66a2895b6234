// SPDX-License-Identifier: GPL-3.0-or-later
/// Status line and header fields of one answer, line by line as they come, within limits. No network here.
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

  /// One line, with or without its end; an empty one ends the head. An interim answer (1xx) is forgotten when the next
  /// status line comes, but counts. TooLarge: too many bytes or lines; Malformed: more than one content-encoding, or a
  /// type that is refused (only for 2xx).
  Result<void> add_line(std::string_view line);

  int status() const { return fields_.status; }

  /// Status and header fields into `response`; `location` is resolved against its `url`, and empty if that cannot be.
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

/// Whether a media type ("image/png; q=1") is one that holds no article: pictures, sound, films, fonts, PDF, archives,
/// office files. Types that are merely vague (application/octet-stream, gzip) are not.
bool is_binary_type(std::string_view content_type);

/// The same by the first bytes of a body, for what is sent under a vague or false type.
bool looks_binary(std::string_view beginning);

} // namespace trawl::fetch
