// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/feed_xml.h"

#include <algorithm>
#include <span>
#include <utility>

#include "shared/base/ascii.h"

namespace trawl::feed {
namespace {

using namespace namespaces;

// clang-format off
constexpr std::pair<std::string_view, XmlNamespace> kUris[] = {
    {"http://backend.userland.com/rss", Rss}, {"http://backend.userland.com/rss2", Rss}, {"http://backend.userland.com/rss191", Rss},
    {"http://blogs.law.harvard.edu/tech/rss", Rss}, {"http://cyber.law.harvard.edu/rss", Rss}, {"http://www.rssboard.org/rss-specification", Rss},
    {"http://purl.org/rss/1.0", Rss}, {"http://my.netscape.com/rdf/simple/0.9", Rss}, {"http://channel.netscape.com/rdf/simple/0.9", Rss},
    {"http://my.netscape.com/publish/formats/rss-0.91.dtd", Rss}, {"http://example.com/newformat#", Rss}, {"http://example.com/necho", Rss},
    {"http://purl.org/echo", Rss}, {"uri/of/echo/namespace#", Rss}, {"http://purl.org/pie", Rss}, {"http://purl.org/net/rss1.1#", Rss},
    {"http://purl.org/rss/1.0/modules/rss091#", Rss},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", Rdf},
    {"http://www.w3.org/2005/atom", Atom}, {"http://purl.org/atom/ns#", Atom03},
    {"http://purl.org/dc/elements/1.1", DublinCore}, {"http://purl.org/dc/elements/1.0", DublinCore}, {"http://purl.org/dc/terms", DublinCoreTerms},
    {"http://purl.org/rss/1.0/modules/content", Content},
    {"http://search.yahoo.com/mrss", Media}, {"http://tools.search.yahoo.com/mrss", Media}, {"http://video.search.yahoo.com/mrss", Media},
    {"http://www.itunes.com/dtds/podcast-1.0.dtd", Itunes}, {"http://example.com/dtds/podcast-1.0.dtd", Itunes},
    {"http://www.google.com/schemas/play-podcasts/1.0", GooglePlay},
    {"http://www.w3.org/1999/xhtml", Xhtml}, {"http://www.w3.org/xml/1998/namespace", Xml},
    {"http://rssnamespace.org/feedburner/ext/1.0", FeedBurner}, {"http://purl.org/syndication/history/1.0", FeedHistory},
    {"http://www.sitemaps.org/schemas/sitemap/0.9", Sitemaps}, {"http://www.google.com/schemas/sitemap/0.84", Sitemaps},
    {"https://www.sitemaps.org/schemas/sitemap/0.9", Sitemaps},
    {"http://www.google.com/schemas/sitemap-news/0.9", SitemapNews}, {"https://www.google.com/schemas/sitemap-news/0.9", SitemapNews},
    {"http://purl.org/rss/1.0/modules/syndication", Syndication},
};

constexpr std::pair<std::string_view, XmlNamespace> kUsualPrefixes[] = {
    {"atom", Atom}, {"a10", Atom}, {"dc", DublinCore}, {"dcterms", DublinCoreTerms}, {"content", Content}, {"media", Media}, {"itunes", Itunes},
    {"googleplay", GooglePlay}, {"rdf", Rdf}, {"rss", Rss}, {"xhtml", Xhtml}, {"xml", Xml}, {"feedburner", FeedBurner}, {"fh", FeedHistory},
    {"news", SitemapNews}, {"sy", Syndication}, {"body", Xhtml},
};
// clang-format on

XmlNamespace namespace_of_uri(std::string_view uri) {
  while (!uri.empty() && (uri.back() == '/' || uri.back() == ' ')) uri.remove_suffix(1);
  while (!uri.empty() && uri.front() == ' ') uri.remove_prefix(1);
  if (uri.empty()) return None;
  for (const auto& [known, name_space] : kUris) {
    if (ascii::equals_ignoring_case(uri, known)) return name_space;
  }
  return Unknown;
}

XmlNamespace namespace_of_prefix(std::string_view prefix) {
  if (prefix.empty()) return None;
  for (const auto& [known, name_space] : kUsualPrefixes) {
    if (ascii::equals_ignoring_case(prefix, known)) return name_space;
  }
  return Unknown;
}

bool is_entry(std::string_view local) { return local == "item" || local == "entry"; }

bool holds_foreign_content(const XmlNode& element) {
  return element.name_space == Xhtml || element.local == "content" || element.local == "items";
}

constexpr std::string_view kOneLineElements[] = {"title", "link", "guid", "pubdate", "id", "published", "updated"};
constexpr std::string_view kSiblings[] = {"title",   "link",    "guid",    "pubdate",     "id",       "published",
                                          "updated", "summary", "content", "description", "category", "author"};

/// "<title>Words<link>…": the title ends where the link begins.
bool implies_end_tag(std::string_view parent, std::string_view open, std::string_view next) {
  const auto is_in = [](std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  if (!is_in(kOneLineElements, open) || !is_in(kSiblings, next)) return false;
  return is_entry(parent) || parent == "channel" || parent == "feed";
}

constexpr XmlRules kFeedRules = {namespace_of_uri, namespace_of_prefix, is_entry, holds_foreign_content,
                                 implies_end_tag};

} // namespace

XmlTree read_feed_xml(std::string_view text, std::size_t max_nodes) { return read_xml(text, kFeedRules, max_nodes); }

} // namespace trawl::feed
