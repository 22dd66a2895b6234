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
std::string improved(const std::string& now, const std::string& other, Relation relation) {
  Article article, better;
  article.published = date(now);
  better.published = date(other);
  improve(article, better, relation);
  return article.published ? to_text(*article.published) : "";
}

} // namespace

TEST_CASE("facts: missing fields are taken with their provenance", "[facts]") {
  Article article;
  article.provenance = {{"title", "first words"}};
  article.title = "It was in";
  const auto fields = improve(article, full(), Relation::Former);
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
  for (const auto relation : {Relation::Former, Relation::Copy}) {
    Article later = changed;
    improve(later, published, relation);
    CHECK(to_text(*later.published) == "2024-05-01T10:00:00Z");
    CHECK(later.provenance.front().from == "feed");
    CHECK(improve(published, changed, relation) == Fields{"updated"});
    published.updated.reset();
  }
  Article again = changed;
  again.published = again.updated = date("2024-07-01");
  CHECK(improve(again, changed, Relation::Former).empty()); // both know only the date of a change
}

TEST_CASE("facts: existing fields are kept, whatever the other article says", "[facts]") {
  Article article = full(), other = full();
  other.title = "Another";
  other.authors = {"Bo Ek"};
  other.published = date("2020-01-01T00:00:00Z");
  other.tags = {"cpu", "gpu"};
  for (const auto relation : {Relation::Copy, Relation::Former}) {
    CHECK(improve(article, other, relation).empty());
    CHECK(article.title == "Title");
  }
}

TEST_CASE("facts: precision is never lost, and a time zone does not move a date", "[facts]") {
  struct Row {
    const char *now, *other, *copy, *former;
  };
  for (const Row& row : {
           Row{"2016-04-24", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-23", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-25", "2016-04-23T22:00:00Z", "2016-04-25", "2016-04-25"},
           {"2016-04-23T22:00:00Z", "2016-04-24", "2016-04-23T22:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-24T00:00:00Z", "2016-04-23T22:00:00Z", "2016-04-24T00:00:00Z", "2016-04-23T22:00:00Z"},
           {"2016-04-23T22:07:00Z", "2016-04-23T22:00:00Z", "2016-04-23T22:07:00Z", "2016-04-23T22:07:00Z"},
           {"2016-04-26T22:00:00Z", "2016-04-23T22:00:00Z", "2016-04-26T22:00:00Z", "2016-04-26T22:00:00Z"},
           {"2016-04-24", "2016-04-23", "2016-04-24", "2016-04-23"},
           {"2016-04-25", "2016-04-23", "2016-04-25", "2016-04-25"},
           {"", "2016-04-23", "2016-04-23", "2016-04-23"},
           {"2016-04-23", "", "2016-04-23", "2016-04-23"},
       }) {
    CAPTURE(row.now, row.other);
    CHECK(improved(row.now, row.other, Relation::Copy) == row.copy);
    CHECK(improved(row.now, row.other, Relation::Former) == row.former);
  }
}

TEST_CASE("facts: only the named fields are kept", "[facts]") {
  const Article facts = only(full(), {"published", "authors"});
  CHECK(facts.published == full().published);
  CHECK(facts.affiliations == full().affiliations);
  CHECK(facts.title.empty());
  CHECK(facts.provenance == std::vector<Provenance>{{"published", "feed"}});
}

} // namespace facts_test
