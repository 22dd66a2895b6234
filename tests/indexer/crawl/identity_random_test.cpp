// SPDX-License-Identifier: GPL-3.0-or-later
// Random histories of a blog whose articles are edited, moved, reprinted, respelt, deleted and withdrawn, crawled again
// and again: no id that was shown dies, no field gets worse, and export, import, rebuild, backup and restore change
// nothing. A hundred histories; $TRAWL_HISTORIES for more.
#include "indexer/crawl/import/export_row.h"
#include "indexer/crawl/import/importer.h"
#include "indexer/crawl/rebuild.h"
#include "indexer/store/backup.h"
#include "shared/article/article_id.h"
#include "shared/article/article_names.h"
#include "shared/index/index_reader.h"

#include "tests/indexer/crawl/crawl_world.h"

#include <cstdlib>
#include <random>
#include <set>

namespace identity_random_test {

using namespace trawl;
using namespace trawl::crawl;
using namespace trawl::crawl::test_support;

namespace {

/// The articles of a store by id.
using Articles = std::map<std::string, Article>;

Articles articles_of(store::Database& database) {
  Articles found;
  REQUIRE(store::ArticleStore(database).each([&](std::string_view record) {
    auto one = from_record(record).value();
    found.emplace(one.id, std::move(one));
    return true;
  }));
  return found;
}

using Rows = std::vector<std::string>;

Rows exported(store::Database& database) {
  Rows rows;
  for (const auto& [id, article] : articles_of(database)) rows.push_back(to_export_row(article, {}));
  return rows;
}

/// The rows without those that `others` has, too.
Rows without(Rows rows, const Rows& others) {
  std::erase_if(rows, [&](const std::string& row) { return std::ranges::find(others, row) != others.end(); });
  for (auto& row : rows) row.resize(row.find("\"text\":"));
  return rows;
}

/// Shows the rows that differ, without their texts.
void check_equal(const Rows& now, const Rows& before) {
  CHECK(without(now, before) == without(before, now));
  CHECK((now == before));
}

/// One page of the blog.
struct Post {
  std::string title, body, author, canonical;
  Moment published{};
  int date_form = 0; ///< 0: none, 1: the day, 2: the moment, 3: the moment in another time zone
  bool withdrawn = false;
};

std::string date_of(const Post& post) {
  const std::string utc = to_rfc3339(post.published);
  if (post.date_form == 1) return utc.substr(0, 10);
  if (post.date_form == 2) return utc;
  auto local = to_rfc3339(post.published + 2h);
  local.pop_back();
  return local + "+02:00";
}

std::string page_of(const Post& post, const std::vector<std::string>& links) {
  std::string html = "<!doctype html><html lang=en><head><title>" + post.title + "</title>";
  if (post.date_form != 0) html += "<meta property='article:published_time' content='" + date_of(post) + "'>";
  if (!post.author.empty()) html += "<meta name=author content='" + post.author + "'>";
  if (!post.canonical.empty()) html += "<link rel=canonical href='" + post.canonical + "'>";
  if (post.withdrawn) html += "<meta name=robots content=noindex>";
  html += "</head><body><article><h1>" + post.title + "</h1><p>" + words(post.body) + "</p><p>" +
          words(post.body + "b") + "</p><p>" + words(post.body + "c") + "</p></article>";
  for (const auto& link : links) html += "<a href='" + link + "'>more</a>";
  return html + "</body></html>";
}

/// A blog and what was seen of it.
class History {
 public:
  explicit History(unsigned seed) : random_(seed), seed_(seed) {
    for (int i = 0; i < 3; ++i) add_post();
    crawl(false);
  }

  void run() {
    for (int step = 0; step < 5; ++step) {
      for (auto changes = 1 + random_() % 3; changes > 0; --changes) change();
      crawl(random_() % 3 == 0);
      if (random_() % 3 == 0) rebuild();
    }
    restore();
    check_round_trip();
    check_index();
  }

 private:
  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  const std::string& some_url() {
    auto post = posts_.begin();
    std::advance(post, random_() % posts_.size());
    return post->first;
  }
  std::string new_name() { return "n" + std::to_string(next_++); }
  void note(const std::string& what, const std::string& url) { log_ += what + " " + url + "\n"; }

  void add_post() {
    Post post;
    post.title = "Title of " + new_name();
    post.body = new_name();
    post.author = chance(2) ? "Ann Lee" : "";
    post.published = std::chrono::sys_days{std::chrono::year{2026} / 5 / 1} - std::chrono::minutes(random_() % 500'000);
    post.date_form = static_cast<int>(random_() % 4);
    const auto url = kHost + "/p/" + new_name() + "/";
    note("add", url);
    posts_[url] = post;
  }

  /// The post at another address, and a redirect from the old one.
  void move_post(const std::string& from) {
    const auto to = kHost + "/moved/" + new_name() + "/";
    Post post = posts_.at(from);
    const bool keeps_title = chance(2);
    if (chance(2)) (keeps_title ? post.body : post.title) = "Title of " + new_name();
    if (chance(2)) post.date_form = 0;
    note("move " + from + " to", to);
    if (chance(2)) {
      world_.web.redirect(from, to);
    } else {
      world_.web.page(from, "<html><head><meta http-equiv=refresh content='0; url=" + to + "'></head></html>");
    }
    posts_.erase(from);
    moved_.insert(from);
    posts_[to] = post;
  }

  void change() {
    if (posts_.size() < 2 || (posts_.size() < 8 && chance(5))) return add_post();
    const std::string url = some_url();
    Post& post = posts_.at(url);
    switch (random_() % 12) {
    case 0:
      note("edit text", url);
      post.body = new_name();
      break;
    case 1:
      note("edit title", url);
      post.title = "Title of " + new_name();
      break;
    case 2:
    case 3:
      note("date form", url);
      post.date_form = static_cast<int>(random_() % 4);
      break;
    case 4:
      note("no author", url);
      post.author.clear();
      break;
    case 5:
    case 6:
      return move_post(url);
    case 7:
      note("delete", url);
      world_.web.answers.erase(url);
      posts_.erase(url);
      break;
    case 8:
      note("respell", url);
      posts_.emplace(url + "index.html", post);
      break;
    case 9: {
      const auto copy = kHost + "/copies/" + new_name() + "/";
      note("reprint " + url + " at", copy);
      posts_[copy] = post;
      if (chance(2)) posts_[copy].canonical = url;
      break;
    }
    case 10:
      note("withdraw or publish again", url);
      post.withdrawn = !post.withdrawn;
      break;
    default:
      note("claim", url);
      post.canonical = chance(2) ? "" : some_url();
    }
  }

  void crawl(bool backfill) {
    note(backfill ? "backfill" : "crawl", "");
    world_.web.time += 96h;
    std::vector<std::pair<std::string, std::string>> items;
    std::vector<std::string> links;
    for (const auto& [url, post] : posts_) {
      (backfill || !chance(4) ? items.emplace_back("", url).second : links.emplace_back(url));
    }
    for (const auto& url : moved_) items.emplace_back("", url);
    for (const auto& [url, post] : posts_) world_.web.page(url, page_of(post, links));
    world_.web.page(kFeed, rss_feed(items, new_name())); // every entry is news, so every page is asked for again
    world_.crawl([&](CrawlOptions& options) {
      options.backfill = backfill;
      options.recheck = true;
    });
    check();
  }

  void rebuild() {
    INFO("history " << seed_ << "\n" << log_);
    note("rebuild", "");
    const auto before = exported(world_.database());
    REQUIRE(reextract_articles(world_.database(), world_.knowledge(), 1, [](std::size_t) { return false; }));
    check_equal(exported(world_.database()), before);
  }

  void restore() {
    INFO("history " << seed_ << "\n" << log_);
    const test::TemporaryDirectory elsewhere;
    const auto file = elsewhere.data().root / "backup";
    REQUIRE(store::back_up(world_.data(), file));
    auto restored = store::unpack_backup(file, {elsewhere.data().root / "restored"});
    REQUIRE(restored);
    check_equal(exported(*restored), exported(world_.database()));
  }

  void check_round_trip() {
    INFO("history " << seed_ << "\n" << log_);
    const test::TemporaryDirectory elsewhere;
    auto database = store::open_store(elsewhere.data()).value();
    const auto rows = exported(world_.database());
    const auto knowledge = world_.knowledge();
    const auto now = std::chrono::floor<std::chrono::seconds>(world_.web.time);
    Importer importer(database, knowledge, "", [now] { return now; }, [] {});
    for (const auto& row : rows) REQUIRE(importer.add(row, ""));
    REQUIRE(importer.finish());
    check_equal(exported(database), rows);
  }

  void check_index() {
    INFO("history " << seed_ << "\n" << log_);
    REQUIRE(write_generation(world_.data(), world_.database(), {}, [](std::size_t) { return false; }));
    const auto reader = index::IndexReader::open(world_.data()).value();
    for (const auto& [id, seen] : seen_) {
      INFO("id " << id);
      const auto document = reader->find(id);
      CHECK((document != 0 || may_be_gone(seen)));
      if (document != 0) CHECK(reader->article(document, RecordPart::Fields)->id == names_.at(id));
    }
  }

  /// Whether the publisher has withdrawn the article, as far as the last look at it tells.
  bool may_be_gone(const Article& seen) const {
    const auto is_withdrawn = [&](const std::string& url) {
      const auto post = posts_.find(url);
      return withdrawn_.contains(url) || (post != posts_.end() && post->second.withdrawn);
    };
    return is_withdrawn(seen.url) || std::ranges::any_of(seen.aliases, is_withdrawn);
  }

  static void check_no_worse(const Article& before, const Article& now) {
    CHECK_FALSE(now.title.empty());
    if (!before.copies.empty()) return; // what a copy added goes with the copy
    CHECK((before.authors.empty() || !now.authors.empty()));
    CHECK((!before.published || now.published));
    if (!before.published || !now.published) return;
    const auto difference = std::chrono::abs(before.published->time - now.published->time);
    const bool has_lost_time = before.published->precision == DatePrecision::Second &&
                               now.published->precision == DatePrecision::Day && difference <= 48h;
    CHECK_FALSE(has_lost_time);
    CHECK((difference == 0s || difference > 14h || now.published->precision != before.published->precision));
    CHECK(now.indexed <= before.indexed);
  }

  void check() {
    INFO("history " << seed_ << "\n" << log_);
    for (const auto& [url, post] : posts_) {
      if (post.withdrawn) withdrawn_.insert(url);
    }
    const auto articles = articles_of(world_.database());
    names_.clear();
    for (const auto& [id, article] : articles) {
      auto ids = alias_ids(article);
      ids.push_back(id);
      for (const auto& name : ids) {
        INFO(name << " leads to " << id << " and to " << names_[name]);
        CHECK(names_[name].empty());
        names_[name] = id;
      }
    }
    for (auto& [id, seen] : seen_) {
      const auto found = names_.find(id);
      INFO("id " << id << " of " << seen.url);
      if (found == names_.end()) {
        CHECK(may_be_gone(seen));
        continue;
      }
      const auto& now = articles.at(found->second);
      if (now.id == seen.id && !may_be_gone(seen)) check_no_worse(seen, now);
      seen = now;
    }
    for (const auto& [name, id] : names_) seen_.try_emplace(name, articles.at(id));
  }

  std::mt19937 random_;
  unsigned seed_;
  World world_;
  std::map<std::string, Post> posts_;
  std::set<std::string> moved_, withdrawn_;
  std::map<std::string, Article> seen_;      ///< by every id that ever led to an article
  std::map<std::string, std::string> names_; ///< id to the id of the article it leads to now
  int next_ = 0;
  std::string log_;
};

unsigned number_in(const char* variable, unsigned otherwise) {
  const char* wanted = std::getenv(variable);
  return wanted == nullptr ? otherwise : static_cast<unsigned>(std::atoi(wanted));
}
unsigned histories() { return number_in("TRAWL_HISTORIES", 100); }
unsigned first_history() { return number_in("TRAWL_FIRST_HISTORY", 0); }

} // namespace

TEST_CASE("identity: in any history of a blog no id dies, no field gets worse, and exports come back", "[crawl]") {
  for (unsigned seed = first_history(); seed < first_history() + histories(); ++seed) History(seed).run();
}

} // namespace identity_random_test
