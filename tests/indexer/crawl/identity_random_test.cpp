// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories of a blog that is crawled again and again: no id that was shown dies or leads to another story, and
// export, import, rebuild, backup and restore change nothing. Forty histories; $TRAWL_HISTORIES for more. ./dev mutate
// identity breaks what makes this true, one thing at a time.
#include "indexer/crawl/importer.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/store/backup.h"
#include "indexer/store/source_store.h"
#include "shared/article/article_id.h"
#include "shared/article/article_names.h"
#include "shared/index/index_reader.h"
#include "shared/url/canonical.h"

#include "tests/indexer/crawl/changing_blog.h"
#include "tests/indexer/crawl/identity_checks.h"

#include <cstdlib>

namespace identity_random_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

enrich::Topics vocabulary() {
  return enrich::Topics::parse(R"({"categories": [{"label": "research", "phrases": {"kernel": 9}},
                                                  {"label": "tutorial", "phrases": {"lesson": 9}}],
                                   "tags": [{"label": "gpu", "phrases": {"kernel": 9}}]})")
      .value();
}

/// A blog and what was seen of it.
class History {
 public:
  /// `is_wider`: feeds move, addresses are used again, and the store imports its own articles, too.
  History(unsigned seed, bool is_wider)
      : random_(seed), seed_(seed), is_wider_(is_wider), blog_(random_, world_.web, log_, is_wider) {
    world_.topics = vocabulary();
    schema::SourceDefinition digest = world_.sources.front(); // names some of the same articles
    digest.id = "digest";
    digest.label = "A Digest";
    digest.seed.url = kDigest;
    world_.sources.push_back(digest);
    crawl(false);
  }

  void run() {
    for (int step = 0; step < 5; ++step) {
      for (auto changes = 1 + random_() % 3; changes > 0; --changes) blog_.change();
      crawl(random_() % 3 == 0);
      if (random_() % 3 == 0) rebuild(world_.database());
      if (is_wider_ && random_() % 6 == 0) import_own();
    }
    restore();
    check_round_trip();
    check_index();
  }

 private:
  const std::string kDigest = kHost + "/digest.xml";

  void crawl(bool backfill) {
    blog_.note(backfill ? "backfill" : "crawl", "");
    ++crawls_;
    std::vector<std::pair<std::string, std::string>> items, digest;
    std::vector<std::string> links;
    for (const auto& [url, post] : blog_.posts()) {
      (backfill || !blog_.chance(4) ? items.emplace_back("", url).second : links.emplace_back(url));
      if (!items.empty() && items.back().second == url && blog_.chance(4)) digest.emplace_back("", url);
    }
    for (const auto& [from, to] : blog_.moved()) items.emplace_back("", from);
    for (const auto& [url, post] : blog_.posts()) world_.web.page(url, page_of(post, links));
    world_.web.page(kDigest, rss_feed(digest));
    if (is_wider_ && blog_.chance(8)) move_feed();
    const auto asked = world_.web.asked;
    crawl_in(world_, items, backfill);
    blog_.was_crawled();
    for (const auto& [url, post] : blog_.posts()) {
      const auto before = asked.find(url);
      if (world_.web.asked[url] > (before == asked.end() ? 0 : before->second)) crawled_[url] = post;
    }
    check();
  }

  void crawl_in(World& world, const std::vector<std::pair<std::string, std::string>>& items, bool backfill) {
    world.web.time += 96h;
    world.web.page(feed_, rss_feed(items, blog_.new_name())); // every entry is news, so every page is asked for again
    world.crawl([&](CrawlOptions& options) {
      options.backfill = backfill;
      options.recheck = true;
    });
  }

  void move_feed() {
    const auto from = std::exchange(feed_, kHost + "/feeds/" + blog_.new_name() + ".xml");
    blog_.note("move the feed to", feed_);
    world_.web.redirect(from, feed_);
  }

  /// Importing its own articles changes no id of a store.
  void import_own() {
    blog_.note("import what was exported", "");
    import(world_.database(), exported(world_.database()));
    check();
  }

  void rebuild(store::Database& database) {
    INFO("history " << seed_ << "\n" << log_);
    INFO("rebuilt");
    const auto before = records(database);
    REQUIRE(derive_anew(database, world_.knowledge(), 1, [] { return false; }));
    check_equal(records(database), before);
  }

  void restore() {
    INFO("history " << seed_ << "\n" << log_);
    const test::TemporaryDirectory elsewhere;
    const auto file = elsewhere.data().root / "backup";
    REQUIRE(store::back_up(world_.data(), file));
    auto restored = store::unpack_backup(file, {elsewhere.data().root / "restored"});
    REQUIRE(restored);
    check_equal(records(*restored), records(world_.database()));
  }

  void import(store::Database& database, const Rows& rows) {
    const auto knowledge = world_.knowledge();
    const auto now = std::chrono::floor<std::chrono::seconds>(world_.web.time);
    Importer importer(database, knowledge, "", [now] { return now; }, [] {});
    for (const auto& row : rows) REQUIRE(importer.add(row, ""));
    REQUIRE(importer.finish());
  }

  /// An import gives the same store, which stays the same when rebuilt, imported again and crawled further.
  void check_round_trip() {
    INFO("history " << seed_ << "\n" << log_);
    World other;
    other.web.answers = world_.web.answers;
    other.web.time = world_.web.time;
    other.topics = vocabulary();
    auto& database = other.database();
    const auto rows = exported(world_.database());
    import(database, rows);
    INFO("imported");
    check_equal(exported(database), rows);
    check_equal(records(database), records(world_.database()));
    const auto labels = store::SourceStore(database).labels().value();
    CHECK((labels.empty() == rows.empty()));
    CHECK(std::ranges::includes(kLabels, labels));
    rebuild(database);
    import(database, rows);
    check_equal(exported(database), rows);
    std::vector<std::pair<std::string, std::string>> items;
    for (const auto& [url, post] : blog_.posts()) items.emplace_back("", url);
    crawl_in(other, items, false);
    const auto names = names_in(articles_of(database));
    for (const auto& [id, seen] : seen_) {
      INFO("after import and crawl: id " << id << " of " << seen.url);
      CHECK(names.contains(id));
    }
  }

  void check_index() {
    INFO("history " << seed_ << "\n" << log_);
    REQUIRE(write_index(world_.data(), world_.database(), {}, [] { return false; }));
    const auto reader = index::IndexReader::open(world_.data()).value();
    const auto articles = articles_of(world_.database());
    const auto is_hidden = [&](const std::string& id) { return articles.at(names_.at(id)).gone_since.has_value(); };
    for (const auto& [id, seen] : seen_) {
      INFO("id " << id);
      const auto document = reader->find(id);
      CHECK((document == 0) == is_hidden(id));
      if (document != 0) CHECK(reader->article(document, ArticlePart::Fields)->id == names_.at(id));
    }
    Rows indexed, stored;
    for (auto& [id, article] : articles_of(world_.database())) {
      if (article.gone_since) continue;
      article.captions.clear(); // the index has their words, and the structure
      stored.push_back(to_record(article));
      indexed.push_back(to_record(reader->article(reader->find(id), ArticlePart::Whole).value()));
    }
    check_equal(indexed, stored);
  }

  /// Maps each id to that of the article it leads to.
  static std::map<std::string, std::string> names_in(const Articles& articles) {
    std::map<std::string, std::string> names;
    for (const auto& [id, article] : articles) {
      auto ids = alias_ids(article);
      ids.push_back(id);
      for (const auto& name : ids) {
        INFO(name << " leads to " << id << " and to " << names[name]);
        CHECK(names[name].empty());
        names[name] = id;
      }
    }
    return names;
  }

  /// The stories at an article's addresses, as last crawled.
  std::set<int> stories_of(const Article& article) const {
    std::set<int> stories;
    const auto add = [&](const std::string& url) {
      if (const auto post = crawled_.find(url); post != crawled_.end()) stories.insert(post->second.story);
    };
    add(article.url);
    for (const auto& alias : article.aliases) add(alias);
    for (const auto& copy : article.copies) add(copy.url);
    for (const auto& [url, post] : crawled_) {
      if (post.canonical == article.url) stories.insert(post.story);
    }
    return stories;
  }

  bool is_live(const std::string& url) const {
    const auto post = crawled_.find(url);
    return post != crawled_.end() && !post->second.withdrawn && !withdrawn_.contains(url);
  }

  /// The id of every address where an article is, or that redirects to it or that it states, leads to an article: to
  /// the one there, unless it was shown as another's.
  void check_addresses(const Articles& articles) const {
    const auto check_leads = [&](const std::string& address, const std::set<int>& wanted) {
      const auto id = article_id(address);
      if (stories_of_.contains(id)) return;
      INFO("address " << address << ", id " << id);
      const auto found = names_.find(id);
      REQUIRE(found != names_.end());
      CHECK(std::ranges::any_of(stories_of(articles.at(found->second)), [&](int one) { return wanted.contains(one); }));
    };
    std::map<std::string, std::set<int>> claims;
    for (const auto& [url, post] : crawled_) {
      if (!is_live(url) || !blog_.posts().contains(url)) continue;
      check_leads(url, {post.story});
      if (!post.canonical.empty() && blog_.posts().at(url).canonical == post.canonical) {
        claims[post.canonical].insert(post.story);
      }
    }
    for (auto& [url, stories] : claims) {
      const auto is_respelt = [&](const auto& one) {
        return one.first != url && url::identity_key(one.first) == url::identity_key(url);
      };
      if (withdrawn_.contains(url) || blog_.moved().contains(url) || std::ranges::any_of(crawled_, is_respelt))
        continue;
      if (const auto there = crawled_.find(url); there != crawled_.end()) stories = {there->second.story};
      check_leads(url, stories);
    }
    for (const auto& [from, to] : blog_.moved()) {
      INFO("moved from " << from << " to " << to);
      if (is_live(to) && !stories_of_.contains(article_id(from))) CHECK(names_.contains(article_id(from)));
    }
  }

  void check() {
    INFO("history " << seed_ << "\n" << log_);
    for (const auto& [url, post] : crawled_) {
      if (post.withdrawn) withdrawn_.insert(url);
    }
    const auto articles = articles_of(world_.database());
    names_ = names_in(articles);
    for (const auto& [id, article] : articles) check_complete(article);
    check_addresses(articles);
    for (auto& [id, seen] : seen_) {
      INFO("id " << id << " of " << seen.url);
      const auto found = names_.find(id);
      REQUIRE(found != names_.end());
      const auto& now = articles.at(found->second);
      CHECK_FALSE(now.title.empty());
      if (now.id == seen.id) CHECK(now.indexed <= seen.indexed);
      seen = now;
    }
    check_ids(articles);
    for (const auto& [id, article] : articles) seen_.try_emplace(id, article);
  }

  /// An id leads to the story that it was first shown for, under the earliest id of that article.
  void check_ids(const Articles& articles) {
    for (const auto& [id, stories] : stories_of_) {
      const auto found = names_.find(id);
      if (found == names_.end() || stories.empty()) continue;
      const auto& now = articles.at(found->second);
      INFO("id " << id << " leads to " << now.id << " at " << now.url);
      CHECK(std::ranges::any_of(stories_of(now), [&](int one) { return stories.contains(one); }));
      const auto first_of_now = shown_since_.find(now.id);
      CHECK((first_of_now != shown_since_.end() && first_of_now->second <= shown_since_.at(id)));
    }
    for (const auto& [id, article] : articles) {
      if (shown_since_.try_emplace(id, crawls_).second) stories_of_[id] = stories_of(article);
    }
  }

  std::mt19937 random_;
  unsigned seed_;
  bool is_wider_;
  std::string log_, feed_ = kFeed;
  World world_;
  ChangingBlog blog_;
  std::map<std::string, Post> crawled_;             ///< by URL: what the crawler saw there last
  std::set<std::string> withdrawn_;                 ///< URLs that ever asked not to be indexed
  std::map<std::string, Article> seen_;             ///< by every id that was an article's
  std::map<std::string, std::string> names_;        ///< id to the id of the article it leads to now
  std::map<std::string, int> shown_since_;          ///< by id of an article: the crawl that showed it first
  std::map<std::string, std::set<int>> stories_of_; ///< by id of an article: at its addresses when it was shown first
  int crawls_ = 0;
};

unsigned number_in(const char* variable, unsigned otherwise) {
  const char* wanted = std::getenv(variable);
  return wanted == nullptr ? otherwise : static_cast<unsigned>(std::atoi(wanted));
}
unsigned histories() { return number_in("TRAWL_HISTORIES", 40); }
unsigned first_history() { return number_in("TRAWL_FIRST_HISTORY", 0); }

} // namespace

TEST_CASE("identity: in any history of a blog no id dies, and exports come back", "[crawl]") {
  for (unsigned seed = first_history(); seed < first_history() + histories(); ++seed) {
    History(seed, seed % 2 != 0).run();
  }
}

// Stated addresses, copies that keep articles apart, and redirects whose former pages are read.
TEST_CASE("identity: histories in which an id once died, or an export or a rebuild changed something", "[crawl]") {
  for (const unsigned seed : {323u, 853u, 992u, 998u, 4601u, 5357u}) History(seed, false).run();
}

} // namespace identity_random_test
