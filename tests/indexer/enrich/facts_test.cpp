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

TEST_CASE("facts: a version is kept if words have changed, and an edit of more than a word or two is substantial",
          "[facts]") {
  const Moment now = date("2026-05-02T10:00:00Z")->time;
  Article before;
  before.title = "A fast kernel for everyone";
  before.text = "It needs 24 GB of memory.\n\nThat is all there is to say.";
  struct Row {
    const char *title, *text;
    int versions;
    bool is_substantial;
  };
  for (const Row& row :
       {Row{"", "It needs 24 GB of memory.\nThat is  all there is to say.", 0, false},
        Row{"", "It needs 40 GB of memory.\n\nThat is all there is to say.", 1, false},
        Row{"", "It wants 40 GB of ram.\n\nThat is nearly all there is to add.", 1, false},
        Row{"", "It needs 24 GB of memory.\n\nThat is all there is to say. It has a bug in it.", 1, true},
        Row{"", "It needs 24 GB of memory.", 1, true}, Row{"A slow kernel for everyone", "", 1, false},
        Row{"A very slow kernel for everyone", "", 1, true}}) {
    CAPTURE(row.title, row.text);
    Article after = before;
    if (*row.title != 0) after.title = row.title;
    if (*row.text != 0) after.text = row.text;
    std::vector<Version> versions;
    add_version(versions, before, after, now);
    REQUIRE(versions.size() == static_cast<std::size_t>(row.versions));
    if (!versions.empty()) CHECK(versions.front() == Version{now, row.is_substantial, before.title, before.text});
  }
}

TEST_CASE("facts: the newest versions are kept, at most twenty and a megabyte", "[facts]") {
  const auto kept = [](std::size_t count, std::size_t bytes) {
    std::vector<Version> versions;
    for (std::size_t i = 0; i < count; ++i)
      versions.push_back({Moment(std::chrono::seconds(i)), false, "", std::string(bytes, 'x')});
    limit_versions(versions);
    if (!versions.empty()) CHECK(versions.back().until == Moment(std::chrono::seconds(count - 1)));
    return versions.size();
  };
  CHECK(kept(0, 10) == 0);
  CHECK(kept(20, 10) == 20);
  CHECK(kept(25, 10) == 20);
  CHECK(kept(5, 300'000) == 3);
  CHECK(kept(2, 1'000'001) == 0);
}

} // namespace facts_test
