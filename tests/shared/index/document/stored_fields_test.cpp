// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared/index/document/stored_fields.h"

#include "shared/base/packed.h"

#include <limits>
#include <string>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::index;

namespace {

Article read_back(const Article& article) {
  Article back;
  back.title = "left over";
  back.authors = {"left", "over"};
  back.aliases = {"left", "over"};
  back.copies = {{"left", "over", "too"}};
  back.provenance = {{"left", "over"}};
  back.published = Date{};
  REQUIRE(unpack_stored_fields(pack_stored_fields(article), back));
  return back;
}

} // namespace

TEST_CASE("stored fields: dates keep their second, their precision and their offset, unknown ones stay unknown",
          "[index]") {
  for (const char* text : {"", "2026-04-08", "2026-04-08T00:00:00Z", "2026-04-08T09:30:01Z", "1970-01-01",
                           "1970-01-01T00:00:01Z", "1969-12-31T23:59:59Z", "0001-01-01", "9999-12-31T23:59:59Z",
                           "2026-11-26T18:14:55-08:00", "2026-11-27T00:00:00+05:45"}) {
    INFO(text);
    Article article;
    article.published = parse_rfc3339(text);
    article.updated = parse_rfc3339(text);
    const Article back = read_back(article);
    CHECK(back.published == article.published);
    CHECK(back.updated == article.updated);
  }
}

TEST_CASE("stored fields: numbers at their limits come back", "[index]") {
  Article article;
  for (const std::size_t words : {std::size_t{0}, std::size_t{127}, std::size_t{128}, ~std::size_t{0}}) {
    article.words = words;
    CHECK(read_back(article).words == words);
  }
  for (const int minutes : {1, 0, -1, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    article.reading_minutes = minutes;
    CHECK(read_back(article).reading_minutes == minutes);
  }
  for (const std::int64_t second : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40}) {
    article.indexed = Moment{std::chrono::seconds(second)};
    CHECK(read_back(article).indexed == article.indexed);
  }
}

TEST_CASE("stored fields: an article without any value leaves nothing of the one read before", "[index]") {
  const Article back = read_back({});
  CHECK(back.title.empty());
  CHECK(back.authors.empty());
  CHECK(back.aliases.empty());
  CHECK(back.copies.empty());
  CHECK(back.provenance.empty());
  CHECK_FALSE(back.published);
}

TEST_CASE("stored fields: lists keep their order, and values of any bytes", "[index]") {
  Article article;
  article.title = std::string("NUL \0 and \xff", 11);
  article.authors = {"b", "a", "", "b"};
  article.aliases = {"00112233445566aa", "https://b.org/x"};
  article.copies = {{"https://b.org", "", "Title"}, {"", "a", ""}};
  article.provenance = {{"title", "og:title"}, {"", ""}, {"category", "guess", 62}};
  const Article back = read_back(article);
  CHECK(back.title == article.title);
  CHECK(back.authors == article.authors);
  CHECK(back.aliases == article.aliases);
  CHECK(back.copies == article.copies);
  CHECK(back.provenance == article.provenance);
}

TEST_CASE("stored fields: the text is not stored", "[index]") {
  Article article;
  article.text = "a text of some length";
  CHECK(pack_stored_fields(article) == pack_stored_fields({}));
}

TEST_CASE("stored fields: a list that claims more items than there are bytes is refused at once", "[index]") {
  std::string packed;
  for (int text = 0; text < 8; ++text) packed::put_text(packed, "");
  packed::put_number(packed, ~std::uint64_t{0}); // authors
  Article article;
  CHECK_FALSE(unpack_stored_fields(packed, article));
  CHECK(article.authors.size() <= 1);
}
