// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/crawl/pages/deduplicator.h"
#include "indexer/store/compress.h"
#include "indexer/store/migrations.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"

#include <algorithm>
#include <map>
#include <random>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::crawl;

namespace {

/// What the keeper is given for one input.
struct Given {
  std::string url, claim, text, title;
  store::InputKind kind = store::InputKind::Page;
  int first_seen = 100;
};

/// 120 words that are the same for the same seed.
std::string text_of(int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::string text;
  for (int i = 0; i < 120; ++i) text += "word" + std::to_string(random() % 5000) + " ";
  text.pop_back();
  return text;
}

class Keeping {
 public:
  Keeping() : database_(store::open_store(directory_.data()).value()), inputs_(database_), keeper_(database_) {}

  Kept put(const Given& given) {
    store::Input input;
    input.kind = given.kind;
    input.url = given.url;
    input.first_seen = input.fetched_at = Moment(std::chrono::seconds(given.first_seen));
    auto transaction = store::Transaction::begin(database_).value();
    REQUIRE(inputs_.save(input, store::compress("")));
    Made made;
    made.kind = MadeKind::Article;
    made.claim = given.claim;
    made.article.url = given.url;
    made.article.id = article_id(given.url);
    made.article.title = given.title.empty() ? "Title" : given.title;
    made.article.text = given.text;
    made.article.language = "en";
    made.article.source = "a";
    made.article.words = 120;
    made.article.indexed = input.first_seen;
    made.fingerprint = enrich::fingerprint(given.text);
    const auto kept = keeper_.put(input, made).value();
    REQUIRE(transaction.commit());
    ids_[given.url] = input.id;
    return kept;
  }

  bool drop(const std::string& url) { return keeper_.drop(ids_.at(url)).value(); }

  /// The published articles by address.
  std::map<std::string, Article> articles() {
    std::map<std::string, Article> found;
    REQUIRE(keeper_.articles().each([&](std::string_view record) {
      auto article = from_record(record).value();
      found.emplace(article.url, std::move(article));
      return true;
    }));
    return found;
  }

  std::uint64_t sequence() { return keeper_.articles().last_sequence().value(); }

 private:
  test::TemporaryDirectory directory_;
  store::Database database_;
  store::InputStore inputs_;
  Deduplicator keeper_;
  std::map<std::string, std::int64_t> ids_;
};

const std::string kA = "https://a.example/";

} // namespace

TEST_CASE("article keeper: new, unchanged, replaced", "[crawl]") {
  Keeping keeping;
  CHECK(keeping.put({kA + "1", "", text_of(1), ""}) == Kept::Added);
  const auto sequence = keeping.sequence();
  CHECK(keeping.put({kA + "1", "", text_of(1), ""}) == Kept::Unchanged);
  CHECK(keeping.sequence() == sequence);
  CHECK(keeping.put({kA + "1", "", text_of(2), ""}) == Kept::Replaced);
  REQUIRE(keeping.articles().size() == 1);
  CHECK(keeping.articles().at(kA + "1").text == text_of(2));
  CHECK(keeping.articles().at(kA + "1").indexed == Moment(std::chrono::seconds(100)));
}

TEST_CASE("article keeper: the same text at two addresses is one article with a copy", "[crawl]") {
  Keeping keeping;
  keeping.put({kA + "1", "", text_of(1), "", store::InputKind::Page, 200});
  CHECK(keeping.put({"https://b.example/reprint/1", "", text_of(1), "", store::InputKind::Page, 100}) == Kept::Folded);
  const auto articles = keeping.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.begin()->second.copies.size() == 1);
  CHECK(articles.begin()->second.indexed == Moment(std::chrono::seconds(100)));
}

TEST_CASE("article keeper: copies part when one of them changes", "[crawl]") {
  Keeping keeping;
  keeping.put({kA + "1", "", text_of(1), ""});
  keeping.put({kA + "2", "", text_of(1), ""});
  CHECK(keeping.articles().size() == 1);
  keeping.put({kA + "2", "", text_of(2), ""});
  CHECK(keeping.articles().size() == 2);
  CHECK(keeping.articles().at(kA + "1").copies.empty());
  CHECK(keeping.drop(kA + "1"));
  CHECK_FALSE(keeping.drop(kA + "1"));
  CHECK(keeping.articles().size() == 1);
}

TEST_CASE("article keeper: http and https, www and index files are one address; a page goes before a row", "[crawl]") {
  Keeping keeping;
  keeping.put({"http://www.a.example/p/index.html", "", text_of(1), "Row", store::InputKind::Row});
  keeping.put({"https://a.example/p/", "", text_of(2), "Page", store::InputKind::Page});
  const auto articles = keeping.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.begin()->second.title == "Page");
}

TEST_CASE("article keeper: a claim is taken unless others share it", "[crawl]") {
  Keeping keeping;
  keeping.put({kA + "1?view=print", kA + "1", text_of(1), ""});
  CHECK(keeping.articles().contains(kA + "1"));
  keeping.put({kA + "2", kA + "1", text_of(2), ""});
  const auto articles = keeping.articles();
  CHECK(articles.size() == 2);
  CHECK(articles.contains(kA + "1?view=print"));
  CHECK(articles.contains(kA + "2"));
}

TEST_CASE("article keeper: any order of arrival ends in the same articles", "[crawl]") {
  std::vector<Given> given;
  std::mt19937 random(7);
  for (int i = 0; i < 40; ++i) {
    const auto number = std::to_string(i);
    const bool claims = random() % 3 == 0;
    given.push_back({(random() % 4 == 0 ? "https://b.example/" : kA) + number,
                     claims ? kA + std::to_string(random() % 50) : "", text_of(static_cast<int>(random() % 15)), "",
                     static_cast<store::InputKind>(random() % 3), 100 + static_cast<int>(random() % 50)});
    if (!given.back().url.starts_with(kA)) given.back().claim.clear();
  }
  std::map<std::string, std::string> first;
  for (int round = 0; round < 6; ++round) {
    Keeping keeping;
    for (const auto& one : given) keeping.put(one);
    std::map<std::string, std::string> records;
    for (const auto& [url, article] : keeping.articles()) records[url] = to_record(article);
    if (round == 0) first = records;
    INFO("round " << round);
    CHECK(records == first);
    std::ranges::shuffle(given, random);
  }
}
