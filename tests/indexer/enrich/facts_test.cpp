// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/enrich/facts.h"

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

namespace facts_test {

using namespace trawl;
using namespace trawl::enrich;
using Fields = std::vector<std::string_view>;

namespace {

std::optional<Date> date(const std::string& text) { return parse_rfc3339(text); }

Article full() {
  Article article;
  article.title = "Title";
  article.authors = {"Ann Lee"};
  article.affiliations = {"Example Labs"};
  article.published = date("2024-05-01T10:00:00Z");
  article.updated = date("2024-05-02T10:00:00Z");
  article.category = "research";
  article.tags = {"gpu"};
  article.language = "en";
  article.image = "https://a.org/1.png";
  article.provenance = {{"title", "og:title"}, {"published", "feed"}};
  return article;
}

/// The date that an article with `now` has after improving it by one with `other`.
std::string improved(const std::string& now, const std::string& other) {
  Article article, better;
  article.published = date(now);
  better.published = date(other);
  improve(article, better);
  return article.published ? to_text(*article.published) : "";
}

} // namespace

TEST_CASE("facts: missing fields are taken with their provenance", "[facts]") {
  Article article;
  article.provenance = {{"title", "first words"}};
  article.title = "It was in";
  const auto fields = improve(article, full());
  CHECK(fields == Fields{"title", "authors", "published", "updated", "category", "tags", "language", "image"});
  CHECK(article.title == "Title");
  CHECK(article.affiliations == std::vector<std::string>{"Example Labs"});
  CHECK(article.provenance == std::vector<Provenance>{{"title", "og:title"}, {"published", "feed"}});
}

TEST_CASE("facts: the date of a change does not replace the date of publication", "[facts]") {
  Article changed, published;
  changed.published = changed.updated = date("2024-05-09");
  changed.provenance = {{"published", "updated: article:modified_time"}};
  published.published = date("2024-05-01T10:00:00Z");
  published.provenance = {{"published", "feed"}};
  Article later = changed;
  improve(later, published);
  CHECK(to_text(*later.published) == "2024-05-01T10:00:00Z");
  CHECK(later.provenance.front().from == "feed");
  CHECK(improve(published, changed) == Fields{"updated"});
  Article again = changed;
  again.published = again.updated = date("2024-07-01");
  CHECK(improve(again, changed).empty()); // both know only the date of a change
}

TEST_CASE("facts: existing fields are kept, whatever the other article says", "[facts]") {
  Article article = full(), other = full();
  other.title = "Another";
  other.authors = {"Bo Ek"};
  other.published = date("2020-01-01T00:00:00Z");
  other.tags = {"cpu", "gpu"};
  CHECK(improve(article, other).empty());
  CHECK(article.title == "Title");
}

TEST_CASE("facts: a moment is better than its day, in whatever zone, and than no other day", "[facts]") {
  struct Row {
    const char *now, *other, *better;
  };
  for (const Row& row : {
           Row{"2016-04-24", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-23", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-25", "2016-04-23T22:00:00Z", "2016-04-25"},
           {"2016-04-23T22:00:00Z", "2016-04-24", "2016-04-23T22:00:00Z"},
           {"2016-04-24T00:00:00Z", "2016-04-23T22:00:00Z", "2016-04-24T00:00:00Z"},
           {"2016-04-24", "2016-04-23", "2016-04-24"},
           {"", "2016-04-23", "2016-04-23"},
           {"2016-04-23", "", "2016-04-23"},
       }) {
    CAPTURE(row.now, row.other);
    CHECK(improved(row.now, row.other) == row.better);
  }
}

} // namespace facts_test
