// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/importer.h"

#include "indexer/crawl/pipeline/import_row.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "tests/support/temporary_directory.h"

#include <map>

#include <catch2/catch.hpp>

using namespace trawl;
using namespace trawl::crawl;

namespace {

class ImporterFixture {
 public:
  std::string row(int number, const std::string& title = "Title") const {
    std::string text;
    for (int i = 0; i < 40; ++i) text += "word" + std::to_string(number * 1000 + i) + " ";
    return R"({"url":"https://e.org/)" + std::to_string(number) + R"(","title":")" + title + R"(","text":")" + text +
           "\"}";
  }
  Importer importer(const ImportBatch& batch = {}, bool is_strict = false) {
    return {database_, knowledge_, "given", [this] { return now; }, [this] { ++commits; }, batch, is_strict};
  }
  std::int64_t number(std::string_view sql) { return database_.number(sql).value(); }
  std::int64_t articles() { return store::ArticleStore(database_).count().value(); }
  std::vector<std::string> ids() {
    std::vector<std::string> found;
    REQUIRE(store::ArticleStore(database_).each([&](std::string_view record) {
      found.push_back(from_record(record).value().id);
      return true;
    }));
    return found;
  }
  /// The id and the aliases of each article by its address.
  std::map<std::string, std::vector<std::string>> names() {
    std::map<std::string, std::vector<std::string>> found;
    REQUIRE(store::ArticleStore(database_).each([&](std::string_view record) {
      const Article article = from_record(record).value();
      auto& names = found[article.url];
      names = {article.id};
      names.insert(names.end(), article.aliases.begin(), article.aliases.end());
      return true;
    }));
    return found;
  }
  int commits = 0;
  Moment now{std::chrono::seconds(1'000'000)};

 private:
  test::TemporaryDirectory directory_;
  store::Database database_ = store::open_store(directory_.data()).value();
  Knowledge knowledge_ =
      Knowledge::from({}, enrich::Topics::parse(R"({"categories": [], "tags": []})").value()).value();
};

} // namespace

TEST_CASE("importer: each row is counted as new, replaced, a duplicate or rejected", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer();
  for (const std::string& row : {fixture.row(1), fixture.row(2), fixture.row(1), fixture.row(2, "Changed"),
                                 std::string("nonsense"), fixture.row(3)}) {
    REQUIRE(importer.add(row, "here"));
  }
  REQUIRE(importer.finish());
  const auto& summary = importer.summary();
  CHECK(summary.rows == 6);
  CHECK(summary.added == 3);
  CHECK(summary.replaced == 1);
  CHECK(summary.duplicates == 1);
  CHECK(summary.rejected == 1);
  CHECK(fixture.articles() == 3);
}

TEST_CASE("importer: the same text at another address is another article", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer();
  std::string copy = fixture.row(1);
  copy.replace(copy.find("e.org/1"), 7, "f.org/1");
  REQUIRE(importer.add(fixture.row(1), "first"));
  REQUIRE(importer.add(copy, "second"));
  REQUIRE(importer.finish());
  CHECK(importer.summary().added == 2);
  CHECK(importer.summary().duplicates == 0);
  CHECK(fixture.articles() == 2);
}

TEST_CASE("importer: what a row says of another's id is that one's, in whichever order they come", "[crawl]") {
  const std::string mine = "https://e.org/1", at_theirs = "https://evil.org/x", id = article_id(mine);
  struct Claim {
    std::string id, aliases;
  };
  for (const Claim& claim : {Claim{id, ""},
                             {article_id(at_theirs), '"' + id + '"'},
                             {article_id(at_theirs), '"' + mine + '"'},
                             {id, '"' + id + "\",\"" + mine + '"'}}) {
    const std::string theirs = R"({"trawl":1,"id":")" + claim.id + R"(","url":")" + at_theirs +
                               R"(","title":"Theirs","source":"evil","aliases":[)" + claim.aliases +
                               R"(],"text":"Of them alone."})";
    for (const bool is_mine_first : {true, false}) {
      CAPTURE(theirs, is_mine_first);
      ImporterFixture fixture;
      auto importer = fixture.importer();
      if (is_mine_first) REQUIRE(importer.add(fixture.row(1), "mine"));
      REQUIRE(importer.add(theirs, "theirs"));
      if (!is_mine_first) REQUIRE(importer.add(fixture.row(1), "mine"));
      REQUIRE(importer.finish());
      CHECK(fixture.names() ==
            std::map<std::string, std::vector<std::string>>{{mine, {id}}, {at_theirs, {article_id(at_theirs)}}});
    }
  }
}

TEST_CASE("importer: a batch ends after a number of bytes, the last one with finish", "[crawl]") {
  const std::size_t row_bytes = ImporterFixture().row(10).size();
  ImporterFixture fixture;
  auto importer = fixture.importer({.least_bytes = 3 * row_bytes, .most_bytes = 3 * row_bytes});
  REQUIRE(importer.finish());
  CHECK(fixture.commits == 0); // nothing to commit
  for (int i = 10; i < 12; ++i) REQUIRE(importer.add(fixture.row(i), "here"));
  CHECK(fixture.commits == 0);
  REQUIRE(importer.add(fixture.row(12), "here"));
  CHECK(fixture.commits == 1);
  REQUIRE(importer.add(fixture.row(13), "here"));
  CHECK(fixture.commits == 1);
  REQUIRE(importer.finish());
  CHECK(fixture.commits == 2);
  CHECK(fixture.articles() == 4);
}

TEST_CASE("importer: a batch grows with the store, so that its pages are written a few times", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer({.least_bytes = 1});
  int last = 0, longest = 0;
  for (int i = 1; i <= 1'000; ++i) {
    const int before = fixture.commits;
    REQUIRE(importer.add(fixture.row(i), "here"));
    if (fixture.commits == before) continue;
    longest = std::max(longest, i - last);
    last = i;
  }
  CHECK(fixture.commits > 2);
  CHECK(longest > 100);
}

TEST_CASE("importer: rows are stored with what the first ones taught, and read back", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer();
  for (int i = 1; i <= 4'000; ++i) REQUIRE(importer.add(fixture.row(i), "here"));
  REQUIRE(importer.finish());
  CHECK(fixture.number("SELECT count(*) FROM dictionary") == 1);
  CHECK(fixture.number("SELECT count(*) FROM inputs WHERE substr(body, 1, 1) = x'01'") > 1'000);
  CHECK(fixture.number("SELECT avg(length(body)) FROM inputs WHERE substr(body, 1, 1) = x'01'") <
        fixture.number("SELECT avg(length(body)) FROM inputs WHERE substr(body, 1, 1) <> x'01'") * 2 / 3);
  CHECK(fixture.ids().size() == 4'000);
  auto again = fixture.importer();
  for (int i = 1; i <= 4'000; ++i) REQUIRE(again.add(fixture.row(i), "here"));
  CHECK(again.summary().duplicates == 4'000);
}

TEST_CASE("importer: a batch of rows that arrive slowly ends after its time", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer({.time = std::chrono::seconds(10)});
  REQUIRE(importer.add(fixture.row(1), "here"));
  fixture.now += std::chrono::seconds(9);
  REQUIRE(importer.add(fixture.row(2), "here"));
  CHECK(fixture.commits == 0);
  fixture.now += std::chrono::seconds(1);
  REQUIRE(importer.add(fixture.row(3), "here"));
  CHECK(fixture.commits == 1);
}

TEST_CASE("importer: what a kill loses is five seconds, or a tenth of a long import", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer();
  for (int i = 1, last = 0; i <= 2'000; ++i) {
    fixture.now += std::chrono::seconds(1);
    const int before = fixture.commits;
    REQUIRE(importer.add(fixture.row(i), "here"));
    if (fixture.commits > before) last = i;
    REQUIRE(i - last <= std::max(6, i / 10 + 1));
  }
  CHECK(fixture.commits < 60);
}

TEST_CASE("importer: a value that is not taken is kept with its row, and rejects it if that is asked for", "[crawl]") {
  const std::string odd = R"({"title": "T", "text": "Words.", "date": "2026-02-30", "rating": 5})";
  for (const bool is_strict : {false, true}) {
    ImporterFixture fixture;
    auto importer = fixture.importer({}, is_strict);
    REQUIRE(importer.add(odd, "rows, line 1"));
    REQUIRE(importer.add(fixture.row(1), "rows, line 2"));
    REQUIRE(importer.finish());
    const ImportSummary& summary = importer.summary();
    CHECK(summary.untaken_values == 2);
    REQUIRE(summary.untaken.size() == 2);
    CHECK(summary.untaken[0].where == "rows, line 1");
    CHECK(summary.untaken[0].why == "date: not a date");
    CHECK(summary.untaken[1].why == "rating: not a member of a row");
    CHECK(summary.added == (is_strict ? 1 : 2));
    CHECK(summary.rejected == (is_strict ? 1 : 0));
    if (is_strict) CHECK(summary.rejections[0].why == "date: not a date");
  }
}

TEST_CASE("importer: rows that are there already cost no transaction", "[crawl]") {
  ImporterFixture fixture;
  auto first = fixture.importer();
  REQUIRE(first.add(fixture.row(1), "here"));
  REQUIRE(first.finish());
  auto again = fixture.importer();
  REQUIRE(again.add(fixture.row(1), "here"));
  REQUIRE(again.finish());
  CHECK(fixture.commits == 1);
  CHECK(again.summary().duplicates == 1);
}

TEST_CASE("importer: what was not committed is not stored", "[crawl]") {
  ImporterFixture fixture;
  {
    auto importer = fixture.importer();
    REQUIRE(importer.add(fixture.row(1), "here"));
  }
  CHECK(fixture.articles() == 0);
}

TEST_CASE("importer: the first rejections are kept with place and reason, all are counted", "[crawl]") {
  ImporterFixture fixture;
  auto importer = fixture.importer();
  importer.reject("a file", "cannot be read");
  for (std::size_t i = 0; i < kMaxRejections + 5; ++i) REQUIRE(importer.add("{}", "line " + std::to_string(i)));
  const auto& summary = importer.summary();
  CHECK(summary.rejected == kMaxRejections + 6);
  REQUIRE(summary.rejections.size() == kMaxRejections);
  CHECK(summary.rejections[0].where == "a file");
  CHECK(summary.rejections[0].why == "cannot be read");
  CHECK(summary.rejections[1].where == "line 0");
  CHECK(summary.rejections[1].why == "the row has neither \"text\" nor \"html\" nor \"title\"");
}
