// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/identity/deduplicator.h"
#include "indexer/store/compress.h"
#include "indexer/store/name_store.h"
#include "indexer/store/open_store.h"
#include "shared/article/article_id.h"
#include "shared/article/article_record.h"
#include "shared/content/stored_content.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "tests/support/temporary_directory.h"

using namespace trawl;
using namespace trawl::identity;

namespace {

/// One input with its article.
struct Given {
  std::string url, claim, text, title;
  store::InputKind kind = store::InputKind::Page;
  int first_seen = 100;
  std::string source = "a";
  std::vector<std::string> authors = {};
  std::string tenant = {};
};

/// 120 words that are the same for the same seed.
std::string text_of(int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::string text;
  for (int i = 0; i < 120; ++i) text += "word" + std::to_string(random() % 5000) + " ";
  text.pop_back();
  return text;
}

class DeduplicatorFixture {
 public:
  DeduplicatorFixture()
      : database_(store::open_store(directory_.data()).value()), inputs_(database_), deduplicator_(database_) {}

  PutOutcome put(const Given& given) {
    store::Input input;
    input.kind = given.kind;
    input.url = given.url;
    input.first_seen = input.fetched_at = Moment(std::chrono::seconds(given.first_seen));
    auto transaction = store::Transaction::begin(database_).value();
    REQUIRE(inputs_.save(input, store::compress("")));
    ExtractedArticle extracted;
    extracted.claim = given.claim;
    extracted.tenant = given.tenant;
    extracted.article.url = given.url;
    extracted.article.id = article_id(given.url);
    extracted.article.title = given.title.empty() ? "Title" : given.title;
    extracted.article.text = given.text;
    extracted.article.site = "a.example";
    extracted.article.language = "en";
    extracted.article.source = given.source;
    extracted.article.authors = given.authors;
    extracted.article.words = 120;
    extracted.article.indexed = input.first_seen;
    extracted.fingerprint = enrich::fingerprint(given.text);
    const auto outcome = deduplicator_.put(input, extracted).value();
    REQUIRE(transaction.commit());
    ids_[given.url] = input.id;
    return outcome;
  }

  /// The title of what was excluded, or empty.
  std::string exclude(const std::string& id_or_address) {
    const auto article = deduplicator_.exclude(id_or_address).value();
    return article ? article->title : "";
  }
  bool include(const std::string& id_or_address) { return deduplicator_.include(id_or_address).value(); }
  bool is_excluded(const std::string& address) { return deduplicator_.is_excluded(address).value(); }

  bool drop(const std::string& url) { return deduplicator_.drop(ids_.at(url)).value(); }

  /// What the end of a crawl does.
  void settle() { REQUIRE(store::NameStore(database_).end_run(Moment(std::chrono::seconds(150)))); }

  void redirect(const std::string& from, const std::string& to) {
    store::UrlStore urls(database_);
    auto row = urls.url(from).value();
    row.state = store::UrlState::Redirect;
    row.target = urls.url(to).value().id;
    REQUIRE(urls.save_url(row));
    REQUIRE(deduplicator_.follow_redirect(from));
  }

  /// The published articles by URL.
  std::map<std::string, Article> articles() {
    std::map<std::string, Article> found;
    REQUIRE(store::ArticleStore(database_).each([&](std::string_view record) {
      auto article = from_record(record).value();
      found.emplace(article.url, std::move(article));
      return true;
    }));
    return found;
  }

  /// The titles of the published articles.
  std::set<std::string> titles() {
    std::set<std::string> found;
    REQUIRE(store::ArticleStore(database_).each([&](std::string_view record) {
      found.insert(from_record(record).value().title);
      return true;
    }));
    return found;
  }

  /// What SQLite does in `work`, in thousands of its steps.
  template <typename Work>
  std::size_t steps_of(const Work& work) {
    std::size_t steps = 0;
    database_.stop_when([&] {
      ++steps;
      return false;
    });
    work();
    database_.stop_when(nullptr);
    return steps;
  }

  /// As a program leaves them that found other keys when it removed a member.
  void leave_keys_without_a_member() {
    REQUIRE(database_.run("INSERT INTO member_keys SELECT key, 777 FROM member_keys"));
  }

  std::uint64_t sequence() { return store::ArticleStore(database_).last_sequence().value(); }

 private:
  test::TemporaryDirectory directory_;
  store::Database database_;
  store::InputStore inputs_;
  Deduplicator deduplicator_;
  std::map<std::string, std::int64_t> ids_;
};

const std::string kA = "https://a.example/";

} // namespace

TEST_CASE("deduplicator: new, unchanged, replaced", "[crawl]") {
  DeduplicatorFixture fixture;
  CHECK(fixture.put({kA + "1", "", text_of(1), ""}) == PutOutcome::Added);
  const auto sequence = fixture.sequence();
  CHECK(fixture.put({kA + "1", "", text_of(1), ""}) == PutOutcome::Unchanged);
  CHECK(fixture.sequence() == sequence);
  CHECK(fixture.put({kA + "1", "", text_of(2), ""}) == PutOutcome::Replaced);
  REQUIRE(fixture.articles().size() == 1);
  CHECK(fixture.articles().at(kA + "1").text == text_of(2));
  CHECK(fixture.articles().at(kA + "1").indexed == Moment(std::chrono::seconds(100)));
}

TEST_CASE("deduplicator: the same text at two URLs is one article with a copy", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), "", store::InputKind::Page, 200});
  CHECK(fixture.put({"https://b.example/reprint/1", "", text_of(1), "", store::InputKind::Page, 100}) ==
        PutOutcome::Folded);
  const auto articles = fixture.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.begin()->second.copies.size() == 1);
  CHECK(articles.begin()->second.indexed == Moment(std::chrono::seconds(100)));
}

TEST_CASE("deduplicator: what the page that is shown lacks is said by the other pages of its article", "[crawl]") {
  DeduplicatorFixture fixture;
  const std::string text = text_of(1);
  fixture.put({.url = kA + "1", .claim = "", .text = text, .title = ""});
  fixture.put({.url = kA + "2", .claim = "", .text = text, .title = "", .authors = {"Ann Lee"}});
  const auto articles = fixture.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.at(kA + "1").authors == std::vector<std::string>{"Ann Lee"});
}

TEST_CASE("deduplicator: who takes over an id is searchable since its article was", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), "", store::InputKind::Page, 100});
  fixture.put({kA + "2", "", text_of(1), "", store::InputKind::Page, 200});
  fixture.settle();
  REQUIRE(fixture.drop(kA + "1"));
  const auto articles = fixture.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.at(kA + "2").id == article_id(kA + "1"));
  CHECK(articles.at(kA + "2").indexed == Moment(std::chrono::seconds(100)));
}

TEST_CASE("deduplicator: of an original and its copy the original is shown, whichever is read first", "[crawl]") {
  const Given own{kA + "1", "", text_of(1), ""};
  const Given copy{"https://b.example/reprint/1", kA + "1", text_of(1), "", store::InputKind::Page, 200, "b"};
  const bool copy_first = GENERATE(false, true);
  DeduplicatorFixture fixture;
  CHECK(fixture.put(copy_first ? copy : own) == PutOutcome::Added);
  CHECK(fixture.put(copy_first ? own : copy) == (copy_first ? PutOutcome::Added : PutOutcome::Folded));
  CHECK(fixture.articles().count(kA + "1") == 1);
  CHECK(fixture.articles().size() == 1);
}

TEST_CASE("deduplicator: duplicates separate when one of them changes", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), ""});
  fixture.put({kA + "2", "", text_of(1), ""});
  CHECK(fixture.articles().size() == 1);
  fixture.put({kA + "2", "", text_of(2), ""});
  CHECK(fixture.articles().size() == 2);
  CHECK(fixture.articles().at(kA + "1").copies.empty());
  CHECK(fixture.drop(kA + "1"));
  CHECK_FALSE(fixture.drop(kA + "1"));
  CHECK(fixture.articles().size() == 1);
}

TEST_CASE("deduplicator: http and https, www and index files are one URL, and a page precedes an imported row",
          "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({"http://www.a.example/p/index.html", "", text_of(1), "Row", store::InputKind::Row});
  fixture.put({"https://a.example/p/", "", text_of(2), "Page", store::InputKind::Page});
  const auto articles = fixture.articles();
  REQUIRE(articles.size() == 1);
  CHECK(articles.begin()->second.title == "Page");
}

TEST_CASE("deduplicator: a stated canonical URL is used unless others state it too", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1?view=print", kA + "1", text_of(1), ""});
  CHECK(fixture.articles().contains(kA + "1"));
  fixture.put({kA + "2", kA + "1", text_of(2), ""});
  const auto articles = fixture.articles();
  CHECK(articles.size() == 2);
  CHECK(articles.contains(kA + "1?view=print"));
  CHECK(articles.contains(kA + "2"));
}

TEST_CASE("deduplicator: an article at the address of one that is gone takes over its id", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), "Row", store::InputKind::Row});
  fixture.settle();
  fixture.drop(kA + "1");
  fixture.put({kA + "1", "", text_of(2), "Page", store::InputKind::Page});
  CHECK(fixture.articles().at(kA + "1").id == article_id(kA + "1"));
}

TEST_CASE("deduplicator: the id of an article that is gone leads to where its address redirects", "[crawl]") {
  for (const bool is_redirect_first : {false, true}) {
    CAPTURE(is_redirect_first);
    DeduplicatorFixture fixture;
    fixture.put({kA + "old", "", text_of(1), "Old"});
    fixture.settle();
    fixture.drop(kA + "old");
    if (is_redirect_first) fixture.redirect(kA + "old", kA + "new");
    fixture.put({kA + "new", "", text_of(2), "New"});
    if (!is_redirect_first) fixture.redirect(kA + "old", kA + "new");
    const auto article = fixture.articles().at(kA + "new");
    CHECK(article.id == article_id(kA + "old"));
    CHECK(article.aliases == std::vector<std::string>{article_id(kA + "new"), kA + "old"});
  }
}

namespace {

void check_any_order(std::vector<Given> given, std::mt19937& random) {
  std::map<std::string, std::string> first;
  for (int round = 0; round < 6; ++round) {
    DeduplicatorFixture fixture;
    for (const auto& one : given) fixture.put(one);
    std::map<std::string, std::string> records;
    for (const auto& [url, article] : fixture.articles()) records[url] = to_record(article);
    if (round == 0) first = records;
    INFO("round " << round);
    CHECK(records == first);
    std::ranges::shuffle(given, random);
  }
}

} // namespace

TEST_CASE("deduplicator: the articles do not depend on the order of the inputs", "[crawl]") {
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
  check_any_order(given, random);
}

TEST_CASE("deduplicator: nor do those of blogs that share texts under different titles", "[crawl]") {
  std::mt19937 random(8);
  for (int world = 0; world < 10; ++world) {
    std::vector<Given> given;
    for (int i = 0; i < 16; ++i) {
      const std::string source(1, static_cast<char>('a' + random() % 3));
      const int text = static_cast<int>(random() % 3);
      given.push_back({"https://" + source + ".example/" + std::to_string(i), "",
                       text_of(text) + " " + text_of(text + 90),
                       random() % 2 == 0 ? "Scaling Laws" : "Pyro Conditioning", store::InputKind::Page, 100, source});
    }
    check_any_order(given, random);
  }
}

TEST_CASE("deduplicator: the near copies of a site are not read again for each new one", "[crawl]") {
  DeduplicatorFixture fixture;
  std::mt19937 random(9);
  const auto put = [&](int first, int end, bool are_alike) {
    for (int i = first; i < end; ++i) {
      const auto number = std::to_string(i);
      std::string text = text_of(are_alike ? 1 : 1000 + i);
      if (are_alike) text += " version " + std::to_string(random() % 20) + " " + text_of(2);
      fixture.put({(are_alike ? kA : "https://b.example/") + number, "", text, "Release " + number});
    }
  };
  put(0, 80, false);
  const auto of_others = fixture.steps_of([&] { put(80, 120, false); });
  put(0, 80, true);
  const auto of_copies = fixture.steps_of([&] { put(80, 120, true); });
  CHECK(fixture.articles().size() == 240);
  // A hundred holders of each of sixteen keys are looked up, but no article. If those were read, it would be forty
  // times as much.
  CHECK(of_copies < 15 * of_others);
  put(80, 100, true); // as fetched again
  CHECK(fixture.articles().size() == 240);
}

TEST_CASE("deduplicator: of any number of copies one is shown, and a further one takes no more work", "[crawl]") {
  DeduplicatorFixture fixture;
  const auto put = [&](int first, int end) {
    for (int i = first; i < end; ++i) fixture.put({"https://b.example/" + std::to_string(i), "", text_of(1), ""});
  };
  fixture.put({kA + "1", "", text_of(1), ""});
  fixture.settle();
  put(0, 110); // a hundred holders of a key are looked up
  const auto early = fixture.steps_of([&] { put(110, 120); });
  put(120, 160);
  const auto late = fixture.steps_of([&] { put(160, 170); });
  CAPTURE(early, late);
  CHECK(fixture.articles().size() == 1);
  CHECK(late < 2 * early);
  fixture.put({"https://b.example/165", "", text_of(2), ""}); // is one no more
  CHECK(fixture.articles().size() == 2);
}

TEST_CASE("deduplicator: equal texts of two sources are two articles, unless one states the other as the original",
          "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), "One"});
  const Given alone{"https://b.example/1", "", text_of(1), "One", store::InputKind::Page, 200, "b"};
  Given stated = alone, other = alone;
  stated.claim = other.claim = kA + "1";
  CHECK(fixture.put(alone) == PutOutcome::Added);
  CHECK(fixture.articles().size() == 2);
  CHECK(fixture.put(stated) == PutOutcome::Folded);
  REQUIRE(fixture.articles().size() == 1);
  CHECK(fixture.articles().at(kA + "1").copies.size() == 1);
  other.text = text_of(2);
  fixture.put(other); // states it, but tells something else
  CHECK(fixture.articles().size() == 2);
  CHECK(fixture.articles().at(kA + "1").copies.empty());
}

TEST_CASE("deduplicator: what states a page that leads on is an article of its own", "[crawl]") {
  const std::string host = "https://nobody.example", text = text_of(1);
  const std::vector<Given> givens{
      {host + "/alice/1", "", text, "One", store::InputKind::Page, 100, "a", {}, "//alice"},
      {host + "/bob/1", "", text, "One", store::InputKind::Page, 200, "a", {}, "//bob"}, // listed again elsewhere
      {"https://b.example/1", host + "/bob/1", text, "One", store::InputKind::Page, 300, "b"}};
  std::vector<std::size_t> order{0, 1, 2};
  do {
    DeduplicatorFixture fixture;
    for (const auto i : order) fixture.put(givens[i]);
    const auto articles = fixture.articles();
    CHECK(articles.size() == 2);
    CHECK(articles.contains(host + "/alice/1"));
    CHECK(articles.contains("https://b.example/1"));
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("deduplicator: a key that its member left behind is passed over", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA, "", text_of(1), ""});
  fixture.settle();
  fixture.leave_keys_without_a_member();
  CHECK(fixture.put({"https://b.example/1", "", text_of(1), ""}) == PutOutcome::Folded);
  CHECK(fixture.put({kA, "", text_of(1) + " more", ""}) == PutOutcome::Replaced);
  CHECK(fixture.articles().size() == 1);
}

TEST_CASE("deduplicator: what is excluded stays out, whatever is found of it, until it is included", "[crawl]") {
  for (const bool is_settled : {false, true}) {
    INFO(is_settled);
    DeduplicatorFixture fixture;
    fixture.put({kA + "1", "", text_of(1), "One"});
    fixture.put({kA + "2", "", text_of(2), "Two"});
    if (is_settled) fixture.settle();
    const std::string id = fixture.articles().at(kA + "1").id;
    CHECK(fixture.exclude("https://c.example/") == "");
    CHECK(fixture.exclude("0123456789abcdef") == "");
    CHECK(fixture.exclude(is_settled ? id : kA + "1") == "One");
    CHECK(fixture.titles() == std::set<std::string>{"Two"});
    CHECK(fixture.exclude(id) == ""); // it is out already
    CHECK(fixture.is_excluded(kA + "1"));
    CHECK_FALSE(fixture.is_excluded(kA + "2"));
    fixture.put({kA + "1", "", text_of(3), "One, edited"});
    fixture.put({"https://b.example/reprint/1", "", text_of(3), "One, edited"});
    fixture.put({kA + "1", "", text_of(3), "One", store::InputKind::Entry});
    fixture.settle();
    CHECK(fixture.titles() == std::set<std::string>{"Two"});
    CHECK(fixture.include(is_settled ? "https://b.example/reprint/1" : id));
    CHECK_FALSE(fixture.include(id));
    CHECK(fixture.titles() == std::set<std::string>{"One, edited", "Two"});
    CHECK(fixture.articles().at(kA + "1").id == id);
  }
}

TEST_CASE("deduplicator: an article that turns out to be a copy of an excluded one is excluded with it", "[crawl]") {
  DeduplicatorFixture fixture;
  fixture.put({kA + "1", "", text_of(1), "One"});
  fixture.put({kA + "2", "", text_of(2), "Two"});
  fixture.settle();
  CHECK(fixture.exclude(kA + "1") == "One");
  fixture.put({kA + "2", "", text_of(1), "One"});
  CHECK(fixture.titles().empty());
  fixture.put({kA + "2", "", text_of(2), "Two"}); // after all it is another one
  CHECK(fixture.titles() == std::set<std::string>{"Two"});
  fixture.redirect(kA + "1", kA + "3");
  fixture.put({kA + "3", "", text_of(1), "One"});
  CHECK(fixture.titles() == std::set<std::string>{"Two"});
  CHECK(fixture.include(kA + "3"));
  CHECK(fixture.titles() == std::set<std::string>{"One", "Two"});
}
