// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/cursor.h"

#include "shared/base/base64.h"
#include "shared/base/sha256.h"

#include <optional>

namespace trawl::search {
namespace {

constexpr char kVersion = 2;
constexpr std::size_t kChecksumBytes = 4;
constexpr std::size_t kMaxSourceBytes = 40; // by the grammar of source ids
constexpr std::size_t kMaxCursorBytes = 200;
constexpr Moment kLastMoment = std::chrono::sys_days(std::chrono::year(9999) / 12 / 31);

void put(std::string& out, std::uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 0xFF);
}

std::uint64_t take(std::string_view& in) {
  std::uint64_t number = 0;
  for (int i = 0; i < 8; ++i) number = number << 8 | static_cast<unsigned char>(in[static_cast<std::size_t>(i)]);
  in.remove_prefix(8);
  return number;
}

std::string checksum(std::string_view bytes) {
  const auto digest = sha256(bytes);
  return {digest.begin(), digest.begin() + kChecksumBytes};
}

std::unexpected<Error> bad_cursor(std::string why) {
  return fail(ErrorCode::Usage, "bad-cursor: " + std::move(why), "cursor", "ask for the first page again");
}

void put_text(std::string& out, std::string_view text) {
  put(out, text.size());
  out += text;
}

void put_values(std::string& out, const std::vector<std::string>& values) {
  put(out, values.size());
  for (const std::string& value : values) put_text(out, value);
}

void put_filter(std::string& out, std::string_view field, const FieldFilter& filter) {
  put_text(out, field);
  for (const auto* const values : {&filter.any_of, &filter.all_of, &filter.none_of}) put_values(out, *values);
}

/// Nothing: bounds may move with the clock.
void put_filter(std::string& /*out*/, std::string_view /*name*/, const query::DateRange& /*dates*/) {}

} // namespace

std::string encode_cursor(const Cursor& cursor) {
  std::string bytes{kVersion, static_cast<char>(cursor.order)};
  put(bytes, cursor.query);
  put(bytes, cursor.revision);
  put(bytes, static_cast<std::uint64_t>(cursor.now.time_since_epoch().count()));
  put(bytes, cursor.offset);
  put(bytes, static_cast<std::uint64_t>(cursor.last.published));
  put(bytes, cursor.last.id);
  bytes += std::string_view(cursor.last.source).substr(0, kMaxSourceBytes);
  return to_base64url(bytes + checksum(bytes));
}

Result<Cursor> decode_cursor(std::string_view text) {
  constexpr std::size_t kFixed = 2 + 6 * 8;
  if (text.size() > kMaxCursorBytes) return bad_cursor("it is too long");
  const auto decoded = from_base64url(text);
  if (!decoded || decoded->size() < kFixed + kChecksumBytes) return bad_cursor("it is not one of ours");
  std::string_view bytes(*decoded);
  const std::string_view sum = bytes.substr(bytes.size() - kChecksumBytes);
  bytes.remove_suffix(kChecksumBytes);
  if (sum != checksum(bytes) || bytes[0] != kVersion) return bad_cursor("it is not one of ours");
  if (bytes[1] < 0 || bytes[1] > static_cast<char>(SortOrder::Source) || bytes.size() > kFixed + kMaxSourceBytes) {
    return bad_cursor("it is not one of ours");
  }
  Cursor cursor;
  cursor.order = static_cast<SortOrder>(bytes[1]);
  bytes.remove_prefix(2);
  cursor.query = take(bytes);
  cursor.revision = take(bytes);
  cursor.now = Moment(std::chrono::seconds(static_cast<std::int64_t>(take(bytes))));
  if (cursor.now < Moment{} || cursor.now > kLastMoment) return bad_cursor("it is not one of ours");
  cursor.offset = take(bytes);
  cursor.last.published = static_cast<std::int64_t>(take(bytes));
  cursor.last.id = take(bytes);
  cursor.last.source = bytes;
  return cursor;
}

std::uint64_t query_hash(const SearchRequest& request) {
  std::string bytes;
  put_text(bytes, request.q);
  query::for_each_filter(request.filters,
                         [&](std::string_view name, const auto& filter) { put_filter(bytes, name, filter); });
  put(bytes, static_cast<std::uint64_t>(request.match));
  put(bytes, request.per_source);
  put(bytes, request.group_by_source ? 1 : 0);
  put_text(bytes, std::to_string(request.recency));
  put_text(bytes, request.lang_boost);
  put_text(bytes, request.reader_language);
  put(bytes, request.meaning ? 1 : 0);
  return sha256_number(bytes);
}

Result<Cursor> cursor_of(const SearchRequest& request, SortOrder order) {
  TRAWL_TRY(Cursor cursor, decode_cursor(request.cursor));
  if (cursor.order != order || cursor.query != query_hash(request)) return bad_cursor("it belongs to another query");
  return cursor;
}

} // namespace trawl::search
