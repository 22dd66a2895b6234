// SPDX-License-Identifier: GPL-3.0-or-later
/// Decodes a chunked body (RFC 9112 §7.1) as it arrives. Checks chunk extensions and ignores them, rejects trailers.
#pragma once

#include "searchd/http/request_head.h"

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace trawl::searchd {

class ChunkedBody {
 public:
  explicit ChunkedBody(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  /// Reads from `bytes` and returns how many were read. 400 for malformed framing, 413 if the body or its framing is
  /// larger than the limit.
  std::expected<std::size_t, Refusal> feed(std::string_view bytes);

  bool is_complete() const { return state_ == State::Complete; }
  std::string take() { return std::move(body_); }

 private:
  enum class State { SizeLine, Data, DataEnd, Trailer, Complete };

  std::expected<void, Refusal> read_size(std::string_view line);
  std::expected<void, Refusal> end_line();

  std::size_t max_bytes_;
  std::size_t framing_bytes_ = 0;
  std::size_t left_in_chunk_ = 0;
  State state_ = State::SizeLine;
  std::string line_; ///< the part of a framing line that has arrived
  std::string body_;
};

} // namespace trawl::searchd
