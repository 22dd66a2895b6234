// SPDX-License-Identifier: GPL-3.0-or-later
/// Eight small blogs that live: they publish, edit, retitle, redate, move, withdraw, restructure, move to another host,
/// are down and come back. A day passes at a time; what is true on each day is known.
#pragma once

#include "shared/base/date_time.h"

#include <algorithm>
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
  bool is_findable = false; ///< a listing, or redirects from where one led, lead to its address
  Moment changed{};         ///< edited, redated, moved, withdrawn or back
};

class LivingSite {
 public:
  LivingSite(int number, Listing listing, int stories, std::mt19937& random, TableFetcher& web)
      : id_("blog" + std::to_string(number)), host_("https://" + id_ + ".example"), seed_host_(host_),
        listing_(listing), first_stories_(stories), random_(random), web_(web) {}

  schema::SourceDefinition definition() const {
    schema::SourceDefinition source;
    source.id = source.label = id_;
    source.homepage = seed_host_ + "/";
    const auto kind = listing_ == Listing::Sitemap ? schema::SourceKind::Sitemap
                      : listing_ == Listing::List  ? schema::SourceKind::PageList
                                                   : schema::SourceKind::Feed;
    source.seed = {kind, seed_url()};
    return source;
  }

  void live(Moment today) {
    if (stories_.empty()) {
      for (int i = 0; i < first_stories_; ++i) publish(today - days(1 + static_cast<int>(random_() % 200)));
    }
    if (chance(5, 6)) publish(today - std::chrono::hours(random_() % 10));
    for (auto& story : stories_) change(story, today);
    if (chance(1, 90)) restructure(today);
    if (chance(1, 250)) change_host(today);
    if (down_days_ > 0) --down_days_;
    if (down_days_ == 0 && chance(1, 30)) {
      down_days_ = 1 + static_cast<int>(random_() % 4);
      down_kind_ = static_cast<int>(random_() % 3);
    }
  }

  /// Puts what the site answers today into the web.
  void serve() {
    for (const auto& url : served_) web_.answers.erase(url);
    served_.clear();
    set_silent(down_days_ > 0 && down_kind_ == 0);
    for (const auto& [from, to] : redirects_) {
      web_.redirect(from, to);
      served_.push_back(from);
    }
    page(host_ + "/",
         "<html><head><title>Home</title></head><body><p>Welcome to the blog of this lab.</p></body></html>");
    for (const auto& story : stories_) serve(story);
    page(seed_host_ + seed_path(), listing());
    for (auto& story : stories_) story.url = url_of(story);
    if (down_days_ == 0) seen_ = stories_;
    if (down_days_ > 0 && down_kind_ == 1) fail_all(503, true);
    if (down_days_ > 0 && down_kind_ == 2) fail_all(404, false);
  }

  /// What could be seen when it was up last.
  const std::vector<Story>& seen() const { return seen_; }
  const std::string& id() const { return id_; }

 private:
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

  std::string new_path(const Story& story) {
    return folder_ + "story-" + std::to_string(story.number) + "-" + std::to_string(random_() % 1000) + "/";
  }

  static std::string mark(const Story& story) {
    return "story" + std::to_string(story.number) + "revision" + std::to_string(story.revision);
  }

  void publish(Moment at) {
    static int next = 0;
    Story story;
    story.number = ++next;
    story.title = "On " + some_words(4);
    story.title.pop_back();
    for (int i = 0; i < 4; ++i) story.paragraphs.push_back(some_words(45));
    story.published = story.modified = at;
    story.path = new_path(story);
    stories_.push_back(std::move(story));
  }

  void change(Story& story, Moment today) {
    if (story.presence != Presence::There) {
      if (!chance(1, 150)) return;
      story.presence = Presence::There;
      story.changed = today;
      return;
    }
    // In 120 days a fifth is withdrawn, a quarter is edited, a tenth moves, a tenth is redated.
    const auto lot = random_() % 6000;
    if (lot < 65) story.changed = today;
    if (lot < 24) {
      story.presence = static_cast<Presence>(1 + random_() % 4);
    } else if (lot < 38) {
      edit(story, today);
      story.paragraphs[random_() % 4] = some_words(50);
    } else if (lot < 43) {
      edit(story, today);
      story.paragraphs.back() += " Corrected.";
    } else if (lot < 47) {
      edit(story, today);
      story.title = "Again: " + story.title;
    } else if (lot < 57) {
      move(story, chance(1, 2));
    } else if (lot < 65) {
      story.published += days(static_cast<int>(random_() % 20) - 22);
      story.modified = today;
    }
  }

  void edit(Story& story, Moment today) {
    ++story.revision;
    story.modified = today;
  }

  void move(Story& story, bool redirects) {
    const auto old = url_of(story);
    story.path = new_path(story);
    leave(old, story, redirects);
  }

  void leave(const std::string& old, Story& story, bool redirects) {
    const auto url = url_of(story);
    for (auto& [from, to] : redirects_) {
      if (to == old) to = url;
    }
    if (redirects) redirects_[old] = url;
    if (!redirects) std::erase_if(redirects_, [&](const auto& pair) { return pair.second == url; });
    redirects_.erase(url);
    story.is_findable = redirects && story.is_findable; // a listing may name it
  }

  void restructure(Moment today) {
    const bool redirects = chance(1, 2);
    folder_ = "/" + std::string(chance(1, 2) ? "posts" : "writing") + std::to_string(random_() % 100) + "/";
    for (auto& story : stories_) {
      if (story.presence != Presence::There) continue;
      move(story, redirects);
      story.changed = today;
    }
  }

  /// The feed stays at its address, as with a feed service.
  void change_host(Moment today) {
    const auto old_host = host_;
    host_ = "https://" + id_ + "-" + std::to_string(random_() % 1000) + ".example";
    for (auto& story : stories_) {
      if (story.presence != Presence::There) story.is_findable = false; // if it comes back, then on the new host
      if (story.presence != Presence::There) continue;
      leave(old_host + story.path, story, true);
      story.changed = today;
    }
  }

  std::vector<const Story*> listed() {
    std::vector<const Story*> found;
    for (auto& story : stories_) {
      if (story.presence == Presence::There) found.push_back(&story);
    }
    std::ranges::sort(found, [](const auto* a, const auto* b) { return a->published > b->published; });
    const bool is_feed = listing_ != Listing::Sitemap && listing_ != Listing::List;
    if (is_feed && found.size() > 15) found.resize(15);
    for (const auto* one : found) const_cast<Story*>(one)->is_findable = true;
    return found;
  }

  std::string seed_path() const {
    switch (listing_) {
    case Listing::Rss:
    case Listing::Atom:
      return "/feed.xml";
    case Listing::Json:
      return "/feed.json";
    case Listing::Sitemap:
      return "/sitemap.xml";
    case Listing::List:
      return "/archive/";
    }
    return "";
  }
  std::string seed_url() const { return seed_host_ + seed_path(); }

  std::string listing() {
    std::string text;
    const auto stories = listed();
    switch (listing_) {
    case Listing::Rss:
      text = "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>F</title>";
      for (const auto* one : stories)
        text += "<item><title>" + one->title + "</title><link>" + url_of(*one) + "</link><dc:date>" +
                to_rfc3339(one->published) + "</dc:date></item>";
      return text + "</channel></rss>";
    case Listing::Atom:
      text = "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>";
      for (const auto* one : stories)
        text += "<entry><title>" + one->title + "</title><link href='" + url_of(*one) + "'/><published>" +
                to_rfc3339(one->published) + "</published><updated>" + to_rfc3339(one->modified) + "</updated></entry>";
      return text + "</feed>";
    case Listing::Json:
      text = R"({"version":"https://jsonfeed.org/version/1.1","title":"F","items":[)";
      for (const auto* one : stories)
        text += (one == stories.front() ? "" : ",") + std::string(R"({"id":")") + url_of(*one) + R"(","url":")" +
                url_of(*one) + R"(","title":")" + one->title + R"(","date_published":")" + to_rfc3339(one->published) +
                R"("})";
      return text + "]}";
    case Listing::Sitemap:
      text = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
      for (const auto* one : stories)
        text += "<url><loc>" + url_of(*one) + "</loc>" +
                (has_dates() ? "<lastmod>" + to_rfc3339(one->modified) + "</lastmod>" : "") + "</url>";
      return text + "</urlset>";
    case Listing::List:
      text = "<html><head><title>Archive</title></head><body><ul>";
      for (const auto* one : stories) text += "<li><a href='" + url_of(*one) + "'>" + one->title + "</a></li>";
      return text + "</ul></body></html>";
    }
    return text;
  }

  /// Every second sitemap says when its pages changed.
  bool has_dates() const { return (id_.back() - '0') % 2 == 0; }

  void serve(const Story& story) {
    const auto url = url_of(story);
    if (story.presence == Presence::NotFound) return;
    if (story.presence == Presence::Gone || story.presence == Presence::Home) {
      web_.answers[url] = {};
      web_.answers[url].status = story.presence == Presence::Gone ? 410 : 302;
      if (story.presence == Presence::Home) web_.answers[url].location = host_ + "/";
      served_.push_back(url);
      return;
    }
    std::string html = "<!doctype html><html lang=en><head><title>" + story.title + "</title>";
    html += "<meta property='article:published_time' content='" + to_rfc3339(story.published) + "'>";
    if (story.presence == Presence::NoIndex) html += "<meta name=robots content=noindex>";
    html += "</head><body><nav><a href='/'>Home</a></nav><article><h1>" + story.title + "</h1>";
    for (const auto& paragraph : story.paragraphs) html += "<p>" + paragraph + "</p>";
    page(url, html + "<p>" + mark(story) + " " + some_end(story) + "</p></article></body></html>");
  }

  static std::string some_end(const Story& story) { return "ends what we said in " + story.title + ", with thanks."; }

  void page(const std::string& url, const std::string& body) {
    const auto type = url.ends_with(".xml")    ? "application/xml"
                      : url.ends_with(".json") ? "application/json"
                                               : "text/html";
    web_.page(url, body, type);
    served_.push_back(url);
  }

  void set_silent(bool is_silent) {
    for (const auto& host : {host_, seed_host_}) {
      const auto name = Frontier::host_of(host + "/");
      if (is_silent) web_.silent.insert(name);
      if (!is_silent) web_.silent.erase(name);
    }
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
  std::map<std::string, std::string> redirects_;
  std::vector<std::string> served_;
  int down_days_ = 0, down_kind_ = 0;
};

} // namespace trawl::crawl::test_support
