// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexer/feed/xml/names.h"

#include <algorithm>
#include <utility>

namespace trawl::feed {
namespace {

using enum Vocabulary;

// clang-format off
constexpr std::pair<std::string_view, Vocabulary> kAddresses[] = {
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
    {"http://www.sitemaps.org/schemas/sitemap/0.9", Sitemap}, {"http://www.google.com/schemas/sitemap/0.84", Sitemap},
    {"https://www.sitemaps.org/schemas/sitemap/0.9", Sitemap},
    {"http://www.google.com/schemas/sitemap-news/0.9", SitemapNews}, {"https://www.google.com/schemas/sitemap-news/0.9", SitemapNews},
    {"http://purl.org/rss/1.0/modules/syndication", Syndication},
};

constexpr std::pair<std::string_view, Vocabulary> kPrefixes[] = {
    {"atom", Atom}, {"a10", Atom}, {"dc", DublinCore}, {"dcterms", DublinCoreTerms}, {"content", Content}, {"media", Media}, {"itunes", Itunes},
    {"googleplay", GooglePlay}, {"rdf", Rdf}, {"rss", Rss}, {"xhtml", Xhtml}, {"xml", Xml}, {"feedburner", FeedBurner}, {"fh", FeedHistory},
    {"news", SitemapNews}, {"sy", Syndication}, {"body", Xhtml},
};
// clang-format on

bool same_address(std::string_view given, std::string_view folded) {
  return std::equal(given.begin(), given.end(), folded.begin(), folded.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

} // namespace

Vocabulary vocabulary_of_address(std::string_view address) {
  while (!address.empty() && (address.back() == '/' || address.back() == ' ')) address.remove_suffix(1);
  while (!address.empty() && address.front() == ' ') address.remove_prefix(1);
  if (address.empty()) return None;
  for (const auto& [known, vocabulary] : kAddresses) {
    if (same_address(address, known)) return vocabulary;
  }
  return Unknown;
}

Vocabulary vocabulary_of_usual_prefix(std::string_view prefix) {
  if (prefix.empty()) return None;
  for (const auto& [known, vocabulary] : kPrefixes) {
    if (same_address(prefix, known)) return vocabulary;
  }
  return Unknown;
}

} // namespace trawl::feed
