// SPDX-License-Identifier: GPL-3.0-or-later
/// XML as feeds and sitemaps write it: the namespaces they use, and the end tags they forget.
///
/// A namespace is recognised by its URI, ignoring case and a final "/", not by its prefix. Only a prefix that
/// the document does not declare is taken for the namespace that feeds usually bind to it.
#pragma once

#include "indexer/feed/xml/tree.h"

#include <cstddef>
#include <string_view>

namespace trawl::feed {

namespace namespaces {

inline constexpr auto None = XmlNamespace::None;
inline constexpr auto Unknown = XmlNamespace::Unknown;
inline constexpr auto Xml = XmlNamespace::Xml;
inline constexpr XmlNamespace Rss{3};
inline constexpr XmlNamespace Rdf{4};
inline constexpr XmlNamespace Atom{5};
inline constexpr XmlNamespace Atom03{6};
inline constexpr XmlNamespace DublinCore{7};
inline constexpr XmlNamespace DublinCoreTerms{8};
inline constexpr XmlNamespace Content{9};
inline constexpr XmlNamespace Media{10};
inline constexpr XmlNamespace Itunes{11};
inline constexpr XmlNamespace GooglePlay{12};
inline constexpr XmlNamespace Xhtml{13};
inline constexpr XmlNamespace FeedBurner{14};
inline constexpr XmlNamespace FeedHistory{15};
inline constexpr XmlNamespace Sitemaps{16};
inline constexpr XmlNamespace SitemapNews{17};
inline constexpr XmlNamespace Syndication{18};

} // namespace namespaces

/// Reads a feed, a sitemap or an OPML list; see read_xml.
XmlTree read_feed_xml(std::string_view text, std::size_t max_nodes = kMaxXmlNodes);

} // namespace trawl::feed
