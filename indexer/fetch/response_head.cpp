// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/fetch/response_head.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "shared/base/ascii.h"
#include "shared/url/url.h"

namespace trawl::fetch {
namespace {

struct FieldRow {
  std::string_view name;
  std::string FetchResponse::* member;
  bool is_list; ///< several lines form one list (RFC 9110 §5.3); else the first counts
};

constexpr std::array kFields{
    FieldRow{"content-type", &FetchResponse::content_type, false},
    FieldRow{"location", &FetchResponse::location, false},
    FieldRow{"etag", &FetchResponse::etag, false},
    FieldRow{"last-modified", &FetchResponse::last_modified, false},
    FieldRow{"retry-after", &FetchResponse::retry_after, false},
    FieldRow{"expires", &FetchResponse::expires, false},
    FieldRow{"date", &FetchResponse::date, false},
    FieldRow{"cache-control", &FetchResponse::cache_control, true},
    FieldRow{"x-robots-tag", &FetchResponse::x_robots_tag, true},
    FieldRow{"link", &FetchResponse::link, true},
};

void append(std::string& list, std::string_view value) {
  if (!list.empty()) list += ", ";
  list += value;
}

} // namespace

Result<void> ResponseHead::add_line(std::string_view line) {
  bytes_ += line.size();
  line = ascii::trim(line);
  if (!line.empty()) ++lines_;
  if (bytes_ > limits_.header_bytes) {
    return fail(ErrorCode::TooLarge, "headers of more than " + std::to_string(limits_.header_bytes) + " bytes");
  }
  if (lines_ > limits_.header_lines + 1) {
    return fail(ErrorCode::TooLarge, "more than " + std::to_string(limits_.header_lines) + " header lines");
  }
  if (line.empty()) return check();
  if (line.starts_with("HTTP/")) {
    begin(line);
  } else if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
    add_field(ascii::to_lower(line.substr(0, colon)), ascii::trim(line.substr(colon + 1)));
  }
  return {};
}

void ResponseHead::begin(std::string_view status_line) {
  fields_ = FetchResponse{};
  content_encoding_.clear();
  const std::size_t blank = std::min(status_line.find(' '), status_line.size());
  const std::string_view rest = ascii::trim(status_line.substr(blank));
  std::from_chars(rest.data(), rest.data() + rest.size(), fields_.status);
}

void ResponseHead::add_field(std::string_view name, std::string_view value) {
  if (name == "content-encoding") append(content_encoding_, ascii::to_lower(value));
  const auto* row = std::ranges::find(kFields, name, &FieldRow::name);
  if (row == kFields.end()) return;
  std::string& field = fields_.*(row->member);
  if (row->is_list) {
    append(field, value);
  } else if (field.empty()) {
    field = value;
  }
}

Result<void> ResponseHead::check() const {
  if (content_encoding_.contains(',')) {
    return fail(ErrorCode::Malformed, "body encoded more than once: " + content_encoding_);
  }
  const bool is_success = fields_.status >= 200 && fields_.status < 300;
  const bool is_paper =
      kind_ == ResourceKind::Page && ascii::to_lower(fields_.content_type).starts_with("application/pdf");
  if (is_success && !is_paper && limits_.of(kind_).refuse_binary_type && is_binary_type(fields_.content_type)) {
    return fail(ErrorCode::Malformed, "unsupported content type: " + fields_.content_type);
  }
  return {};
}

void ResponseHead::copy_to(FetchResponse& response) const {
  response.status = fields_.status;
  for (const FieldRow& row : kFields) response.*(row.member) = fields_.*(row.member);
  response.location = fields_.location.empty() ? std::string() : url::resolve(fields_.location, response.url);
  if (response.location.size() > limits_.url_bytes) response.location.clear();
}

bool is_binary_type(std::string_view content_type) {
  const std::string type = ascii::to_lower(ascii::trim(content_type.substr(0, content_type.find(';'))));
  constexpr std::array<std::string_view, 20> kPrefixes{"image/",
                                                       "audio/",
                                                       "video/",
                                                       "font/",
                                                       "model/",
                                                       "application/pdf",
                                                       "application/zip",
                                                       "application/x-zip",
                                                       "application/x-tar",
                                                       "application/x-7z",
                                                       "application/x-rar",
                                                       "application/vnd.rar",
                                                       "application/x-bzip",
                                                       "application/x-xz",
                                                       "application/msword",
                                                       "application/vnd.ms-",
                                                       "application/vnd.openxmlformats",
                                                       "application/vnd.oasis",
                                                       "application/epub",
                                                       "application/wasm"};
  return std::ranges::any_of(kPrefixes, [&type](std::string_view prefix) { return type.starts_with(prefix); });
}

bool looks_binary(std::string_view beginning) {
  constexpr std::array<std::string_view, 9> kMagic{"%PDF-",
                                                   "PK\x03\x04",
                                                   "\x89PNG\r",
                                                   "GIF87a",
                                                   "GIF89a",
                                                   "\xFF\xD8\xFF",
                                                   "7z\xBC\xAF\x27",
                                                   "Rar!\x1A",
                                                   "\x7F"
                                                   "ELF"};
  return std::ranges::any_of(kMagic, [beginning](std::string_view magic) { return beginning.starts_with(magic); });
}

} // namespace trawl::fetch
