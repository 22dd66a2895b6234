// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/discovery.h"

#include <algorithm>

#include "indexer/html/dom.h"
#include "shared/base/ascii.h"
#include "shared/url/url.h"

namespace trawl::feed {
namespace {

using ascii::to_lower;
using ascii::trim;

constexpr std::string_view kFeedTypes[] = {"application/rss+xml",  "application/atom+xml", "application/feed+json",
                                           "application/rdf+xml",  "text/rss+xml",         "application/x.atom+xml",
                                           "application/x-rss+xml"};

// Most common first, according to public lists of blogs' feeds.
constexpr std::string_view kFeedPaths[] = {"feed",
                                           "rss.xml",
                                           "feed.xml",
                                           "index.xml",
                                           "atom.xml",
                                           "rss",
                                           "feed/",
                                           "blog/feed",
                                           "blog/rss.xml",
                                           "blog/feed.xml",
                                           "blog/index.xml",
                                           "blog/atom.xml",
                                           "feeds/all.atom.xml",
                                           "feeds/posts/default",
                                           "feed.json",
                                           "posts/index.xml"};

constexpr std::string_view kSitemapPaths[] = {"sitemap.xml", "sitemap_index.xml", "sitemap-index.xml", "wp-sitemap.xml",
                                              "blog/sitemap.xml"};

struct Ranked {
  FeedCandidate candidate;
  int rank = 0; ///< lower is better
};

bool is_feed_type(std::string_view type) {
  const std::string folded = to_lower(type.substr(0, type.find(';')));
  return std::find(std::begin(kFeedTypes), std::end(kFeedTypes), trim(folded)) != std::end(kFeedTypes);
}

/// WordPress declares its API as application/json, too: the type counts only if the URL or title says "feed".
bool is_json_feed(const html::Dom& dom, html::NodeId link) {
  return to_lower(trim(dom.attribute(link, "type"))).starts_with("application/json") &&
         (to_lower(dom.attribute(link, "href")).contains("feed") ||
          to_lower(dom.attribute(link, "title")).contains("feed"));
}

/// Feeds of comments or of a part of the site are worse than the feed of the whole site.
int penalty_of(const FeedCandidate& candidate) {
  const std::string address = to_lower(candidate.url), title = to_lower(candidate.title);
  int penalty = 0;
  if (address.contains("comment") || title.contains("comment")) penalty += 4;
  if (address.contains("/tag/") || address.contains("/tags/") || address.contains("/category/") ||
      address.contains("/author/"))
    penalty += 2;
  if (address.contains("podcast") || address.contains("oembed")) penalty += 2;
  return penalty;
}

bool is_feed_address(std::string_view address) {
  const std::string path = to_lower(address.substr(0, address.find_first_of("?#")));
  for (const std::string_view end : {"/feed", "/feed/", "/rss", "/rss/", "/atom", "/atom/", "rss.xml", "feed.xml",
                                     "atom.xml", "/index.xml", ".rss", ".atom", "feed.json", ".rdf"}) {
    if (path.ends_with(end)) return true;
  }
  return false;
}

class Finder {
 public:
  explicit Finder(std::string_view url) : base_(url) {}

  void read(const html::Dom& dom) {
    for (html::NodeId at = 1; at < dom.size(); ++at) {
      const auto tag = dom[at].tag;
      if (tag == html::Tag::Template) at = dom[at].end - 1;
      if (tag != html::Tag::Base && tag != html::Tag::Link && tag != html::Tag::A) continue;
      const auto href = trim(dom.attribute(at, "href"));
      const std::string address = href.empty() ? std::string() : url::resolve(href, base_);
      if (address.empty()) continue;
      if (tag == html::Tag::Base)
        base_ = address;
      else if (tag == html::Tag::Link)
        read_link(dom, at, address);
      else if (is_feed_address(address))
        add({address, std::string(trim(dom.attribute(at, "title"))), CandidateOrigin::Linked}, 10);
    }
  }

  void add_well_known(std::string_view url) {
    int rank = 20;
    for (const std::string_view path : kFeedPaths) {
      // A path with a folder is resolved against the site's root, because the page may itself be in that folder.
      const bool has_folder = path.find('/') < path.size() - 1;
      if (!has_folder) add({url::resolve(path, url), {}, CandidateOrigin::WellKnown}, rank);
      add({url::resolve("/" + std::string(path), url), {}, CandidateOrigin::WellKnown}, rank++);
    }
    for (const std::string_view path : kSitemapPaths) {
      add({url::resolve(path, url), {}, CandidateOrigin::Sitemap}, 61);
      add({url::resolve("/" + std::string(path), url), {}, CandidateOrigin::Sitemap}, 62);
    }
  }

  std::vector<FeedCandidate> finish() {
    std::stable_sort(found_.begin(), found_.end(), [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    std::vector<FeedCandidate> candidates;
    for (Ranked& ranked : found_) candidates.push_back(std::move(ranked.candidate));
    return candidates;
  }

 private:
  void read_link(const html::Dom& dom, html::NodeId link, const std::string& address) {
    const std::string title(trim(dom.attribute(link, "title")));
    const auto rel = dom.attribute(link, "rel");
    const bool is_json = is_json_feed(dom, link);
    if (html::lists_word(rel, "sitemap")) {
      add({address, title, CandidateOrigin::Sitemap}, 60);
    } else if (html::lists_word(rel, "feed")) {
      add({address, title, CandidateOrigin::Declared}, 0);
    } else if (html::lists_word(rel, "alternate") && (is_json || is_feed_type(dom.attribute(link, "type")))) {
      add({address, title, CandidateOrigin::Declared}, is_json ? 1 : 0);
    }
  }

  void add(FeedCandidate candidate, int rank) {
    constexpr std::size_t kMaxCandidates = 100;
    const auto same = [&](const Ranked& other) { return other.candidate.url == candidate.url; };
    const int total = rank + penalty_of(candidate);
    if (const auto known = std::find_if(found_.begin(), found_.end(), same); known != found_.end()) {
      if (total < known->rank) *known = {std::move(candidate), total};
    } else if (!candidate.url.empty() && found_.size() < kMaxCandidates) {
      found_.push_back({std::move(candidate), total});
    }
  }

  std::string base_;
  std::vector<Ranked> found_;
};

} // namespace

std::vector<FeedCandidate> discover_feeds(std::string html, std::string_view url) {
  Finder finder(url);
  if (const auto dom = html::Dom::parse(std::move(html))) finder.read(*dom);
  finder.add_well_known(url);
  return finder.finish();
}

} // namespace trawl::feed
