// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/search/answer/cursor.h"

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::search;

namespace {

Cursor example() {
  return {SortOrder::Source,
          0x0123456789abcdef,
          42,
          Moment(std::chrono::days(20'000)),
          1000,
          {"pytorch", -5, 0xfedcba9876543210}};
}

} // namespace

TEST_CASE("cursor: what is written is read back, and is short", "[search][cursor]") {
  const std::string text = encode_cursor(example());
  CHECK(text.size() < 200);
  CHECK(text.find_first_of("+/=") == std::string::npos);
  CHECK(decode_cursor(text) == example());
  Cursor longest = example();
  longest.last.source = std::string(40, 's');
  longest.last.published = index::kUndated;
  CHECK(encode_cursor(longest).size() < 200);
  CHECK(decode_cursor(encode_cursor(longest)) == longest);
}

TEST_CASE("cursor: a changed, cut or foreign one is refused", "[search][cursor]") {
  const std::string text = encode_cursor(example());
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'A', 'z', '_', '=', '\0'}) {
      std::string changed = text;
      changed[i] = c;
      if (changed != text) CHECK_FALSE(decode_cursor(changed));
    }
    CHECK_FALSE(decode_cursor(text.substr(0, i)));
  }
  for (const std::string& foreign :
       {std::string(), text + "A", text + "====", std::string(10'000, 'A'), std::string("*")}) {
    const auto cursor = decode_cursor(foreign);
    REQUIRE_FALSE(cursor);
    CHECK(cursor.error().code == ErrorCode::Usage);
    CHECK(cursor.error().what.starts_with("bad-cursor"));
  }
}

TEST_CASE("cursor: belongs to one query and one order, but not to one page size", "[search][cursor]") {
  SearchRequest request;
  request.q = "flash attention";
  request.filters.fields["source"].any_of = {"pytorch"};
  request.cursor = encode_cursor({SortOrder::Newest, query_hash(request), 0, Moment{}, 10, {}});
  CHECK(cursor_of(request, SortOrder::Newest));
  request.limit = 50;
  request.snippets = 0;
  request.facets = {"tag"};
  request.filters.dates.after = Moment{};
  CHECK(cursor_of(request, SortOrder::Newest));
  CHECK_FALSE(cursor_of(request, SortOrder::Oldest));
  for (const int change : {0, 1, 2, 3}) {
    SearchRequest other = request;
    if (change == 0) other.q = "flash attentio";
    if (change == 1) other.filters.fields["source"].any_of = {"vllm"};
    if (change == 2) other.filters.fields["source"] = {{}, {}, {"pytorch"}};
    if (change == 3) other.per_source = 2;
    CHECK(cursor_of(other, SortOrder::Newest).error().what.starts_with("bad-cursor"));
  }
}
