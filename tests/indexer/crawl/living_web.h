// SPDX-License-Identifier: GPL-3.0-or-later
/// Blogs that live: they publish, edit, retitle, redate, move, withdraw, restructure, move to another host, are down
/// and come back. A day passes at a time; what is true on each day is known.
#pragma once

#include "shared/base/date_time.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/indexer/crawl/crawl_world.h"

namespace trawl::crawl::test_support {

using std::chrono::days;

enum class Listing { Rss, Atom, Json, Sitemap, List };
enum class Presence { There, NotFound, Gone, Home, NoIndex };

/// One article as its publisher has it today.
struct Story {
  int number = 0, revision = 0;
  std::string path, url, title;
  std::vector<std::string> paragraphs;
  Moment published{}, modified{};
  Presence presence = Presence::There;
  bool is_findable = false; ///< since it is there, a listing, or redirects from where one led, lead to its address
  Moment changed{};         ///< edited, redated, moved, withdrawn or back
};

/// What all blogs have: stories, and the pages that are served today.
class Site {
 public:
  Site(int number, int stories, std::mt19937& random, TableFetcher& web)
      : id_("blog" + std::to_string(number)), host_("https://" + id_ + ".example"), seed_host_(host_),
        listing_(static_cast<Listing>(number % 5)), first_stories_(stories), random_(random), web_(web) {}
  virtual ~Site() = default;

  virtual void live(Moment today) = 0;
  /// Puts what the site answers today into the web.
  virtual void serve() = 0;
  /// Whether what is not there is answered with 200: then it is known after a week.
  virtual bool shows_apologies() const { return false; }

  virtual schema::SourceDefinition definition() const {
    schema::SourceDefinition source;
    source.id = source.label = id_;
    source.homepage = host_ + "/"; // its feed may be at a feed service
    const auto kind = listing_ == Listing::Sitemap ? schema::SourceKind::Sitemap
                      : listing_ == Listing::List  ? schema::SourceKind::PageList
                                                   : schema::SourceKind::Feed;
    source.seed = {kind, seed_url()};
    return source;
  }

  bool is_up() const { return down_days_ == 0; }
  /// Whether the URL is on one of its hosts.
  bool has(const std::string& url) const {
    return url.starts_with("https://" + id_ + ".") || url.starts_with("https://" + id_ + "-");
  }
  /// Whether who asks for one URL is sent to the other, at least while the site is up.
  bool redirects(const std::string& from, const std::string& to) const {
    const auto found = redirects_.find(from);
    return found != redirects_.end() && found->second.url == to;
  }
  /// What could be seen when it was up last.
  const std::vector<Story>& seen() const { return seen_; }

 protected:
  struct Redirect {
    std::string url;
    Moment since{};
  };

  virtual std::string new_path(const Story& story) = 0;
  /// What its feed, sitemap or list says of a story.
  virtual std::string item(const Story& story) const = 0;
  /// What that lists.
  virtual std::vector<Story*> listed() = 0;

  std::string url_of(const Story& story) const { return host_ + story.path; }
  bool chance(unsigned of, unsigned all) { return random_() % all < of; }

  std::string some_words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      text += (i == 0 ? "" : i % 11 == 10 ? ". " : " ") + std::string("w");
      for (auto left = random_() % 20'000; left > 0; left /= 18) text += static_cast<char>('a' + left % 18);
    }
    return text + ".";
  }

  static std::string mark(const Story& story) {
    return "story" + std::to_string(story.number) + "revision" + std::to_string(story.revision);
  }

  Story new_story(Moment at) {
    static int next = 0;
    Story story;
    story.number = ++next;
    story.title = "On " + some_words(4);
    story.title.pop_back();
    for (int i = 0; i < 4; ++i) story.paragraphs.push_back(some_words(45));
    story.published = story.modified = at;
    return story;
  }

  void publish(Moment at) {
    auto story = new_story(at);
    story.path = new_path(story);
    story.changed = at;
    stories_.push_back(std::move(story));
  }

  void revise(Story& story) {
    ++story.revision;
    story.modified = today_;
  }

  void move(Story& story, bool redirects) {
    const auto old = url_of(story);
    story.path = new_path(story);
    leave(old, story, redirects);
  }

  void leave(const std::string& old, Story& story, bool redirects) {
    const auto url = url_of(story);
    for (auto& [from, to] : redirects_) {
      if (to.url == old) to.url = url;
    }
    if (redirects) redirects_[old] = {url, today_};
    if (!redirects) std::erase_if(redirects_, [&](const auto& one) { return one.second.url == url; });
    redirects_.erase(url);
    story.is_findable = redirects && story.is_findable;
    story.changed = today_;
  }

  /// To another folder, which the caller has chosen.
  void move_all(bool redirects) {
    for (auto& story : stories_) {
      if (story.presence == Presence::There) move(story, redirects);
    }
  }

  /// What is withdrawn comes back on the new host, if at all.
  void change_host(bool redirects) {
    const auto old = host_;
    host_ = "https://" + id_ + "-" + std::to_string(random_() % 1000) + ".example";
    for (auto& story : stories_) {
      if (story.presence == Presence::There) leave(old + story.path, story, redirects);
      if (story.presence != Presence::There) story.is_findable = false;
    }
  }

  void serve_redirects() {
    for (const auto& [from, to] : redirects_) {
      web_.redirect(from, to.url);
      served_.push_back(from);
    }
  }

  std::string listing() { return listing(listed()); }

  std::string listing(const std::vector<Story*>& stories) const {
    std::string items;
    for (const auto* one : stories) items += (items.empty() || listing_ != Listing::Json ? "" : ",") + item(*one);
    switch (listing_) {
    case Listing::Rss:
      return "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>F</title>" + items +
             "</channel></rss>";
    case Listing::Atom:
      return "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>" + items + "</feed>";
    case Listing::Json:
      return R"({"version":"https://jsonfeed.org/version/1.1","title":"F","items":[)" + items + "]}";
    case Listing::Sitemap:
      return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
             "xmlns:news='http://www.google.com/schemas/sitemap-news/0.9'>" +
             items + "</urlset>";
    case Listing::List:
      return "<html><head><title>Archive</title><base href='" + host_ + "/'></head><body><h1>Archive</h1><ul>" + items +
             "</ul></body></html>";
    }
    return "";
  }

  std::string seed_url() const {
    switch (listing_) {
    case Listing::Rss:
    case Listing::Atom:
      return seed_host_ + "/feed.xml";
    case Listing::Json:
      return seed_host_ + "/feed.json";
    case Listing::Sitemap:
      return seed_host_ + "/sitemap.xml";
    case Listing::List:
      return seed_host_ + "/archive/";
    }
    return "";
  }

  /// What is there, the newest first.
  std::vector<Story*> living() {
    std::vector<Story*> found;
    for (auto& story : stories_) {
      if (story.presence == Presence::There) found.push_back(&story);
    }
    std::ranges::sort(found, [](const auto* a, const auto* b) { return a->published > b->published; });
    return found;
  }

  static std::string content_type_of(const std::string& url) {
    return url.ends_with(".xml") ? "application/xml" : url.ends_with(".json") ? "application/json" : "text/html";
  }

  void page(const std::string& url, const std::string& body) {
    web_.page(url, body, content_type_of(url));
    served_.push_back(url);
  }

  void status(const std::string& url, int status, const std::string& location = "") {
    web_.answers[url] = {};
    web_.answers[url].status = status;
    web_.answers[url].location = location;
    served_.push_back(url);
  }

  void clear_web() {
    for (const auto& url : served_) web_.answers.erase(url);
    served_.clear();
  }

  void set_silent(bool is_silent) {
    for (const auto& name : silenced_) web_.silent.erase(name); // one of them may have been left since
    silenced_.clear();
    if (!is_silent) return;
    for (const auto& host : {host_, seed_host_}) silenced_.insert(Frontier::host_of(host + "/"));
    web_.silent.insert(silenced_.begin(), silenced_.end());
  }

  void fail_all(int status, bool with_seed) {
    for (const auto& url : served_) {
      if (url == seed_url() && !with_seed) continue;
      web_.answers[url] = {};
      web_.answers[url].status = status;
    }
  }

  std::string id_, host_, seed_host_, folder_ = "/blog/";
  Listing listing_;
  int first_stories_;
  std::mt19937& random_;
  TableFetcher& web_;
  std::vector<Story> stories_, seen_;
  std::vector<std::string> served_;
  std::set<std::string> silenced_; ///< hosts, for some days
  std::map<std::string, Redirect> redirects_;
  Moment today_{};
  int down_days_ = 0;
};

/// Publishes almost every day, and tells of a page that is not there by the status of its answer.
class PlainSite : public Site {
 public:
  using Site::Site;

  void live(Moment today) override {
    today_ = today;
    if (stories_.empty()) {
      for (int i = 0; i < first_stories_; ++i) publish(today - days(1 + static_cast<int>(random_() % 200)));
    }
    if (chance(5, 6)) publish(today - std::chrono::hours(random_() % 10));
    for (auto& story : stories_) change(story);
    if (chance(1, 90)) restructure();
    if (chance(1, 250)) change_host(true); // the feed stays at its address, as with a feed service
    if (down_days_ > 0) --down_days_;
    if (down_days_ == 0 && chance(1, 30)) {
      down_days_ = 1 + static_cast<int>(random_() % 4);
      down_kind_ = static_cast<int>(random_() % 3);
    }
  }

  void serve() override {
    clear_web();
    set_silent(down_days_ > 0 && down_kind_ == 0);
    const auto before = findable();
    serve_redirects();
    page(host_ + "/", "<html><head><title>Home</title></head><body><p>Welcome to the blog of this lab.</p>" +
                          teasers() + "</body></html>");
    serve_more_lists();
    for (const auto& story : stories_) serve(story);
    page(seed_url(), listing());
    for (auto& story : stories_) story.url = url_of(story);
    if (down_days_ == 0) seen_ = stories_;
    if (down_days_ == 0) return;
    if (down_kind_ == 1) fail_all(503, true);
    if (down_kind_ == 2) fail_all(404, false);
    for (auto& story : stories_) story.is_findable = before.contains(story.number); // nobody could read the lists
    if (down_kind_ == 2) listed();                                                  // but the feed
  }

 protected:
  std::set<int> findable() const {
    std::set<int> numbers;
    for (const auto& story : stories_) {
      if (story.is_findable) numbers.insert(story.number);
    }
    return numbers;
  }

  /// What the home page links to.
  virtual std::string teasers() { return ""; }
  /// What it has beside its home page and its seed.
  virtual void serve_more_lists() {}

  std::string item(const Story& one) const override { return item_of(one, listing_); }

  std::string item_of(const Story& one, Listing listing) const {
    const auto url = url_of(one), published = to_rfc3339(one.published), modified = to_rfc3339(one.modified);
    switch (listing) {
    case Listing::Rss:
      return "<item><title>" + one.title + "</title><link>" + url + "</link><dc:date>" + published +
             "</dc:date></item>";
    case Listing::Atom:
      return "<entry><title>" + one.title + "</title><link href='" + url + "'/><published>" + published +
             "</published><updated>" + modified + "</updated></entry>";
    case Listing::Json:
      return R"({"id":")" + url + R"(","url":")" + url + R"(","title":")" + one.title + R"(","date_published":")" +
             published + R"("})";
    case Listing::Sitemap:
      return "<url><loc>" + url + "</loc>" + (has_dates() ? "<lastmod>" + modified + "</lastmod>" : "") + "</url>";
    case Listing::List:
      return "<li><a href='" + url + "'>" + one.title + "</a></li>";
    }
    return "";
  }

  /// Every second sitemap says when its pages changed.
  bool has_dates() const { return (id_.back() - '0') % 2 == 0; }

 private:
  std::string new_path(const Story& story) override {
    return folder_ + "story-" + std::to_string(story.number) + "-" + std::to_string(random_() % 1000) + "/";
  }

  void change(Story& story) {
    if (story.presence != Presence::There) {
      if (!chance(1, 150)) return;
      story.presence = Presence::There;
      story.is_findable = false;
      story.changed = today_;
      return;
    }
    // In 120 days a fifth is withdrawn, a quarter is edited, a tenth moves, a tenth is redated.
    const auto lot = random_() % 6000;
    if (lot < 65) story.changed = today_;
    if (lot < 24) {
      story.presence = static_cast<Presence>(1 + random_() % 4);
    } else if (lot < 38) {
      revise(story);
      story.paragraphs[random_() % 4] = some_words(50);
    } else if (lot < 43) {
      revise(story);
      story.paragraphs.back() += " Corrected.";
    } else if (lot < 47) {
      revise(story);
      story.title = "Again: " + story.title;
    } else if (lot < 57) {
      move(story, chance(1, 2));
    } else if (lot < 65) {
      story.published += days(static_cast<int>(random_() % 20) - 22);
      story.modified = today_;
    }
  }

  void restructure() {
    const bool redirects = chance(1, 2);
    folder_ = "/" + std::string(chance(1, 2) ? "posts" : "writing") + std::to_string(random_() % 100) + "/";
    move_all(redirects);
  }

 protected:
  std::vector<Story*> listed() override {
    auto found = living();
    const bool is_feed = listing_ != Listing::Sitemap && listing_ != Listing::List;
    const char* const feed_length = std::getenv("TRAWL_FEED");
    const std::size_t most = feed_length == nullptr ? 15 : std::strtoul(feed_length, nullptr, 10);
    if (is_feed && found.size() > most) found.resize(most);
    for (auto* one : found) one->is_findable = true;
    return found;
  }

  void serve(const Story& story) {
    const auto url = url_of(story);
    if (story.presence == Presence::NotFound) return;
    if (story.presence == Presence::Gone) return status(url, 410);
    if (story.presence == Presence::Home) return status(url, 302, host_ + "/");
    std::string html = "<!doctype html><html lang=en><head><title>" + story.title + "</title>";
    html += "<meta property='article:published_time' content='" + to_rfc3339(story.published) + "'>";
    if (story.presence == Presence::NoIndex) html += "<meta name=robots content=noindex>";
    html += "</head><body><nav><a href='/'>Home</a></nav><article><h1>" + story.title + "</h1>";
    for (const auto& paragraph : story.paragraphs) html += "<p>" + paragraph + "</p>";
    page(url, html + "<p>" + mark(story) + " " + some_end(story) + "</p></article></body></html>");
  }

  static std::string some_end(const Story& story) { return "ends what we said in " + story.title + ", with thanks."; }

  int down_kind_ = 0;
};

} // namespace trawl::crawl::test_support
