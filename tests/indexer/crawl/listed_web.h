// SPDX-License-Identifier: GPL-3.0-or-later
/// Blogs as in living_web.h whose articles are named in several lists: a feed of the newest ones, a home page, a
/// sitemap or an archive.
#pragma once

#include "tests/indexer/crawl/living_web.h"

namespace trawl::crawl::test_support {

enum class Lists {
  Feed,           ///< a feed, and a home page that links to the newest articles
  FeedAndSitemap, ///< a sitemap of all articles besides, which every second catalogue names and robots.txt always
  List            ///< an archive of all articles
};

template <Lists kLists>
class ListedSite final : public PlainSite {
 public:
  ListedSite(int number, int stories, std::mt19937& random, TableFetcher& web)
      : PlainSite(number, stories, random, web), is_in_catalogue_(number % 2 == 0) {
    listing_ = kLists == Lists::List ? Listing::List : static_cast<Listing>(number % 3);
  }

  schema::SourceDefinition definition() const override {
    auto source = PlainSite::definition();
    if (kLists == Lists::FeedAndSitemap && is_in_catalogue_)
      source.fallback = {schema::SourceKind::Sitemap, host_ + "/sitemap.xml"};
    return source;
  }

 private:
  std::string teasers() override {
    note_older();
    constexpr std::size_t kNewest = 20;
    auto newest = living();
    newest.resize(std::min(newest.size(), kNewest));
    std::string items;
    for (auto* one : newest) {
      show(*one);
      items += item_of(*one, Listing::List);
    }
    return "<ul>" + items + "</ul>";
  }

  /// What was there before the first crawl that read the lists and not in the seed is left to a backfill.
  void show(Story& story) { story.is_findable = story.is_findable || !older_.contains(story.number); }

  void note_older() {
    if (!seen_.empty()) return; // a crawl could read its lists
    for (const auto* one : living()) older_.insert(one->number);
    for (const auto* one : listed()) older_.erase(one->number);
  }

  void serve_more_lists() override {
    hosts_.insert(host_);
    for (const auto& former : hosts_) serve_more_lists(former);
  }

  void serve_more_lists(const std::string& host) {
    if (host != host_) moved(host + "/", host_ + "/");
    if (kLists != Lists::FeedAndSitemap) return;
    if (host != host_) return moved(host + "/sitemap.xml", host_ + "/sitemap.xml");
    std::string items;
    for (auto* one : living()) {
      show(*one);
      items += item_of(*one, Listing::Sitemap);
    }
    page(host_ + "/sitemap.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + items + "</urlset>");
    page(host_ + "/robots.txt", "Sitemap: " + host_ + "/sitemap.xml\n");
  }

  void moved(const std::string& from, const std::string& to) {
    web_.redirect(from, to);
    served_.push_back(from);
  }

  bool is_in_catalogue_;
  std::set<std::string> hosts_;
  std::set<int> older_; ///< numbers of stories
};

} // namespace trawl::crawl::test_support
