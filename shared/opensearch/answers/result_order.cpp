// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/opensearch/answers/result_order.h"

#include "shared/base/base64.h"
#include "shared/base/sha256.h"
#include "shared/opensearch/index_body.h"
#include "shared/search/answer/cursor.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace trawl::opensearch {
namespace {

constexpr std::size_t kMaxCursorText = 6'000, kChecksumLetters = 8;
constexpr int kCursorVersion = 3;

using search::SortOrder;

std::unexpected<Error> bad(const char* why) {
  return fail(ErrorCode::Usage, std::string("bad-cursor: ") + why, "cursor", "ask for the first page again");
}

/// Whether the values are numbers and texts, as sort values are; they are sent back to the cluster unchanged.
bool are_sort_values(const Json& values, std::size_t count) {
  return values.is_array() && values.size() == count &&
         std::ranges::all_of(values, [](const Json& value) { return value.is_number() || value.is_string(); });
}

} // namespace

Json sort_keys(SortOrder order) {
  const auto by = [](std::string_view field, const char* direction) {
    return Json{{std::string(field), {{"order", direction}, {"missing", "_last"}}}};
  };
  Json keys = Json::array();
  if (order == SortOrder::Relevance) keys.push_back({{"_score", {{"order", "desc"}}}});
  if (order == SortOrder::Source) keys.push_back(by(field::kOwnSource, "asc"));
  keys.push_back(by(field::kPublished, order == SortOrder::Oldest ? "asc" : "desc"));
  keys.push_back(by(field::kId, "asc"));
  return keys;
}

bool comes_before(const Json& a, const Json& b, SortOrder order) {
  const Json keys = sort_keys(order);
  if (!a.is_array() || !b.is_array()) return false;
  for (std::size_t i = 0; i < keys.size() && i < a.size() && i < b.size(); ++i) {
    if (a[i] != b[i]) return keys[i].front().at("order") == "asc" ? a[i] < b[i] : a[i] > b[i];
  }
  return false;
}

std::string encode_cursor(const PageCursor& cursor, const search::SearchRequest& request) {
  const Json content = {kCursorVersion,
                        static_cast<int>(cursor.order),
                        std::to_string(search::query_hash(request)),
                        cursor.offset,
                        cursor.last,
                        cursor.point};
  const std::string text = json_text(content);
  std::string encoded = to_base64url(sha256_hex(text, kChecksumLetters / 2) + text);
  if (encoded.size() <= kMaxCursorText || cursor.point.empty()) return encoded;
  PageCursor bare = cursor; // with many shards, the point in time's name is too long for a URL
  bare.point.clear();
  return encode_cursor(bare, request);
}

Result<PageCursor> decode_cursor(const search::SearchRequest& request, SortOrder order) {
  if (request.cursor.size() > kMaxCursorText) return bad("it is too long");
  const auto decoded = from_base64url(request.cursor);
  if (!decoded || decoded->size() < kChecksumLetters) return bad("it is not one of ours");
  const std::string text = decoded->substr(kChecksumLetters);
  const Json content = parse_json(text);
  const bool is_ours = sha256_hex(text, kChecksumLetters / 2) == decoded->substr(0, kChecksumLetters) &&
                       content.is_array() && content.size() == 6 && content[0] == kCursorVersion &&
                       content[1].is_number_integer() && content[2].is_string() && content[3].is_number_unsigned() &&
                       content[5].is_string();
  if (!is_ours) return bad("it is not one of ours");
  PageCursor cursor{order, content[3], content[4], content[5]};
  if (content[1] != static_cast<int>(order) || content[2] != std::to_string(search::query_hash(request))) {
    return bad("it belongs to another query");
  }
  if (!cursor.last.is_null() && !are_sort_values(cursor.last, sort_keys(order).size())) {
    return bad("it is not one of ours");
  }
  return cursor;
}

} // namespace trawl::opensearch
