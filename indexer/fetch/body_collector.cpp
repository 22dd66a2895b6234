// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/body_collector.h"

#include <algorithm>

#include "indexer/fetch/response_head.h"

namespace trawl::fetch {
namespace {

constexpr std::size_t kSniffBytes = 8; // length of the longest signature in `looks_binary`

std::unexpected<Error> too_large(std::string_view what, std::size_t limit) {
  return fail(ErrorCode::TooLarge, "body of more than " + std::to_string(limit) + " bytes " + std::string(what));
}

} // namespace

Result<void> BodyCollector::check_wire(std::size_t wire_bytes) const {
  if (wire_bytes > kind_limits_->wire_bytes) return too_large("on the wire", kind_limits_->wire_bytes);
  return {};
}

Result<bool> BodyCollector::add(std::string_view piece, std::size_t wire_bytes) {
  const std::size_t decoded = body_.size() + piece.size();
  if (decoded > kind_limits_->decoded_bytes) {
    if (!kind_limits_->keep_beginning) return too_large("decoded", kind_limits_->decoded_bytes);
    body_.append(piece.substr(0, kind_limits_->decoded_bytes - body_.size()));
    cut_ = true;
    return false;
  }
  TRAWL_CHECK(check_wire(wire_bytes));
  if (decoded > limits_.ratio_from_bytes && decoded / limits_.max_ratio > wire_bytes) {
    return fail(ErrorCode::TooLarge,
                "body decodes to more than " + std::to_string(limits_.max_ratio) + " times its compressed size");
  }
  const bool begins_here = body_.size() < kSniffBytes;
  body_.append(piece);
  if (begins_here && kind_ == ResourceKind::Page && body_.starts_with("%PDF-")) {
    kind_limits_ = &limits_.pdf;
  } else if (begins_here && kind_limits_->refuse_binary_type && looks_binary(body_)) {
    return fail(ErrorCode::Malformed, "body is not text: it begins like an image, a PDF or an archive");
  }
  return true;
}

} // namespace trawl::fetch
