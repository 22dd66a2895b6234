// SPDX-License-Identifier: GPL-3.0-or-later
/// Blogs with other rules than those of living_web.h, drawn for each: what is not there is answered with 200, with the
/// home page, or by a redirect to it; feeds change their guids; dates are on the pages, or only in what lists them;
/// pages change without being edited; posts are published again elsewhere with another text; sites are closed for
/// maintenance, are away for days, and move to another host.
#pragma once

#include "tests/indexer/crawl/living_web.h"

namespace trawl::crawl::test_support {

class UnrulySite final : public Site {
 public:
  UnrulySite(int number, int stories, std::mt19937& random, TableFetcher& web)
      : Site(number, stories, random, web), absent_(static_cast<Absent>(random() % 5)),
        dated_(static_cast<Dated>(random() % 3)), listed_(10 + random() % 3 * 20),
        rate_(static_cast<unsigned>(1 + random() % 10)), has_validators_(chance(1, 2)), states_address_(chance(1, 2)),
        redirects_end_(chance(1, 2)),
        has_feed_service_(chance(1, 2) && listing_ != Listing::Sitemap && listing_ != Listing::List) {
    if (has_feed_service_) seed_host_ = "https://feeds-" + id_ + ".example";
  }

  void live(Moment today) override {
    today_ = today;
    if (stories_.empty()) {
      for (int i = 0; i < first_stories_; ++i) publish(today - days(2 + static_cast<int>(random_() % 900)));
    }
    if (chance(rate_, 12)) publish(today - std::chrono::hours(random_() % 20));
    for (auto& story : stories_) change(story);
    if (chance(1, 120)) restructure();
    if (chance(1, 200)) leave_host();
    if (redirects_end_) std::erase_if(redirects_, [&](const auto& one) { return ends(one.second); });
    if (down_days_ > 0) --down_days_;
    if (down_days_ == 0 && chance(1, 40)) {
      down_days_ = chance(1, 4) ? 10 : 1 + static_cast<int>(random_() % 5);
      down_ = static_cast<Down>(random_() % 4);
    }
  }

  void serve() override {
    clear_web();
    for (const auto& host : hosts_) web_.otherwise.erase(host);
    for (const auto& host : hosts_) web_.silent.erase(host);
    set_silent(down_days_ > 0 && down_ == Down::Silent);
    web_.silent.insert(left_hosts_.begin(), left_hosts_.end());
    if (down_days_ == 0 || down_ != Down::Missing) {
      serve_redirects();
      for (const auto& story : stories_) serve(story);
      page(host_ + "/", home());
    }
    page(seed_url(), listing());
    if (!has_feed_service_ && seed_host_ != host_)
      web_.redirect(seed_url(), host_ + seed_url().substr(seed_host_.size()));
    if (!has_feed_service_ && seed_host_ != host_) page(host_ + seed_url().substr(seed_host_.size()), listing());
    const auto name = Frontier::host_of(host_ + "/");
    hosts_.insert(name);
    web_.otherwise[name] = [this](const std::string& url) { return at_unknown(url); };
    if (down_days_ > 0 && down_ == Down::Failing) fail_all(503, true);
    if (down_days_ > 0 && down_ == Down::Maintenance) close();
    if (down_days_ > 0) return;
    for (auto* one : listed()) one->is_findable = true;
    for (auto& story : stories_) story.url = url_of(story);
    seen_ = stories_;
  }

  bool shows_apologies() const override { return absent_ == Absent::Soft || absent_ == Absent::HomePage; }

 private:
  /// Whether the redirect ends today. Who has not followed it cannot find the story any more.
  bool ends(const Redirect& redirect) {
    if (redirect.since + days(45) >= today_) return false;
    for (auto& story : stories_) story.is_findable = story.is_findable && url_of(story) != redirect.url;
    return true;
  }

  enum class Absent { NotFound, Gone, Soft, HomePage, ToHome };
  enum class Dated { Meta, Element, ListingOnly };
  enum class Down { Silent, Failing, Maintenance, Missing };

  std::string new_path(const Story& story) override {
    const auto name = "a-" + std::to_string(story.number) + "-" + std::to_string(random_() % 1000);
    return folder_ + name + (is_file_ ? ".html" : "");
  }

  bool is_listed(const Story& story) {
    const auto found = listed();
    return std::ranges::any_of(found, [&](const Story* one) { return one->number == story.number; });
  }

  void change(Story& story) {
    if (story.presence != Presence::There) {
      if (!chance(1, 200)) return;
      story.presence = Presence::There;
      story.changed = today_;
      return;
    }
    const auto lot = random_() % 8000;
    if (lot >= 70) return;
    if (lot < 20) {
      story.presence = chance(1, 6) ? Presence::NoIndex : Presence::NotFound;
    } else if (lot < 36) {
      edit(story);
    } else if (lot < 40) {
      ++story.revision;
      story.title = some_words(5);
      story.title.pop_back();
    } else if (lot < 48) { // published again with another text
      edit(story);
      move(story, chance(1, 2));
    } else if (lot < 56) {
      move(story, chance(1, 2));
    } else {
      const auto before = story.published;
      const bool was_listed = is_listed(story);
      story.published += days(static_cast<int>(random_() % 40) - 42);
      if (dated_ == Dated::ListingOnly && !(was_listed && is_listed(story))) { // nobody could know
        story.published = before;
        return;
      }
      if (listing_ == Listing::Sitemap) story.modified = today_;
    }
    story.changed = today_;
  }

  void edit(Story& story) {
    revise(story);
    story.paragraphs[random_() % 4] = some_words(20 + static_cast<int>(random_() % 40));
    if (chance(1, 3)) story.paragraphs.push_back(some_words(30));
  }

  void restructure() {
    const bool redirects = chance(2, 3);
    folder_ = "/" + some_words(1);
    folder_.back() = '/';
    is_file_ = chance(1, 2);
    move_all(redirects);
  }

  /// By redirects, or, with a feed service, at once: then the old host does not answer any more.
  void leave_host() {
    const bool redirects = !has_feed_service_ || chance(1, 2);
    const auto old = Frontier::host_of(host_ + "/");
    change_host(redirects);
    web_.otherwise.erase(old);
    if (redirects) return;
    left_hosts_.insert(old);
    redirects_.clear();
  }

  std::vector<Story*> listed() override {
    auto found = living();
    if (found.size() > listed_) found.resize(listed_);
    return found;
  }

  /// In RSS the guid changes with each edit.
  std::string item(const Story& one) const override {
    const auto published = to_rfc3339(one.published), modified = to_rfc3339(one.modified);
    switch (listing_) {
    case Listing::Rss:
      return "<item><title>" + one.title + "</title><link>" + url_of(one) +
             "?utm_source=feed</link><guid isPermaLink='false'>" + mark(one) + "</guid><dc:date>" + published +
             "</dc:date><description>" + one.paragraphs.front() + " " + mark(one) + "</description></item>";
    case Listing::Atom:
      return "<entry><id>urn:" + std::to_string(one.number) + "</id><title>" + one.title + "</title><link href='" +
             url_of(one) + "'/><published>" + published + "</published><updated>" + published + "</updated></entry>";
    case Listing::Json:
      return R"({"id":")" + std::to_string(one.number) + R"(","url":")" + url_of(one) + R"(","title":")" + one.title +
             R"(","date_published":")" + published + R"("})";
    case Listing::Sitemap:
      return "<url><loc>" + url_of(one) + "</loc><lastmod>" + modified +
             "</lastmod><news:news><news:publication_date>" + published + "</news:publication_date><news:title>" +
             one.title + "</news:title></news:news></url>";
    case Listing::List:
      return "<li><a href='" + one.path + "'>" + one.title + "</a> <time datetime='" + published + "'>" +
             published.substr(0, 10) + "</time></li>";
    }
    return "";
  }

  std::string teasers() {
    std::string text;
    const auto stories = living();
    for (std::size_t i = 0; i < std::min<std::size_t>(stories.size(), 5); ++i)
      text += "<li><a href='" + stories[i]->path + "'>" + stories[i]->title + "</a></li>";
    return "<ul>" + text + "</ul>";
  }

  std::string home() {
    return "<html lang=en><head><title>The lab</title></head><body><h1>The lab</h1><p>We write about what we build, "
           "and about what we have learnt while we were building it. Here is what is new.</p>" +
           teasers() + "</body></html>";
  }

  std::string around_text(const std::string& title, const std::string& head, const std::string& text,
                          std::size_t seen) {
    return "<!doctype html><html lang=en><head><title>" + title + " | The lab</title>" + head +
           "</head><body><nav><a href='/'>Home</a></nav><main><article><h1>" + title + "</h1>" + text +
           "</article></main><aside><h2>Read next</h2>" + teasers() + "</aside><footer>Seen " +
           std::to_string(seen % 10'000) + " times</footer></body></html>";
  }

  void serve(const Story& story) {
    if (story.presence == Presence::NotFound) return;
    std::string head, text;
    const auto day = to_rfc3339(story.published).substr(0, 10);
    if (dated_ == Dated::Meta)
      head += "<meta property='article:published_time' content='" + to_rfc3339(story.published) + "'>";
    if (dated_ == Dated::Element) text += "<p><time datetime='" + day + "'>" + day + "</time></p>";
    if (states_address_) head += "<link rel=canonical href='" + url_of(story) + "'>";
    if (story.presence == Presence::NoIndex) head += "<meta name=robots content=noindex>";
    for (const auto& paragraph : story.paragraphs) text += "<p>" + paragraph + "</p>";
    text += "<p>" + mark(story) + " ends what we said, with thanks to all who have read it before us.</p>";
    const auto url = url_of(story);
    page(url, around_text(story.title, head, text, random_()));
    if (!has_validators_) web_.answers[url].etag.clear();
  }

  fetch::FetchResponse html(const std::string& body) {
    fetch::FetchResponse response;
    response.status = 200;
    response.content_type = "text/html";
    response.body = body;
    return response;
  }

  fetch::FetchResponse at_unknown(const std::string& url) {
    fetch::FetchResponse response;
    response.status = 404;
    if (url.ends_with("/robots.txt") || (down_days_ > 0 && down_ == Down::Missing)) return response;
    switch (absent_) {
    case Absent::NotFound:
      break;
    case Absent::Gone:
      response.status = 410;
      break;
    case Absent::Soft:
      return html(around_text("Nothing here", "",
                              "<p>We are sorry, but the page that you are looking for is not here "
                              "any more, or never was. Please use the search or read one of our "
                              "latest posts, which are listed beside this text.</p>",
                              std::hash<std::string>{}(url))); // what is asked for must not change what happens
    case Absent::HomePage:
      return html(home());
    case Absent::ToHome:
      response.status = 302;
      response.location = host_ + "/";
      break;
    }
    return response;
  }

  /// One page, in the place of all others.
  void close() {
    const std::string body = "<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1><p>Our "
                             "site is being repaired at the moment. It will be there again in a few hours; until then "
                             "please have a little patience with us.</p></body></html>";
    for (const auto& url : served_) web_.answers[url] = html(body);
    for (const auto& host : hosts_) // also where it was, from where it redirects
      web_.otherwise[host] = [this, body](const std::string&) { return html(body); };
  }

  bool is_file_ = false;
  Absent absent_;
  Dated dated_;
  std::size_t listed_;
  unsigned rate_; ///< of twelve days, on how many something is published
  bool has_validators_, states_address_, redirects_end_, has_feed_service_;
  std::set<std::string> hosts_, left_hosts_; ///< all, and those that do not answer any more
  Down down_ = Down::Silent;
};

} // namespace trawl::crawl::test_support
