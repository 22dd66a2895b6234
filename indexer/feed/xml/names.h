// SPDX-License-Identifier: GPL-3.0-or-later
/// The XML vocabularies of feeds. A namespace is known by its address, compared without case and final "/": prefixes
/// mean nothing, but an undeclared prefix that feeds usually bind is taken as usual.
#pragma once

#include <cstdint>
#include <string_view>

namespace trawl::feed {

enum class Vocabulary : std::uint8_t {
  None,    ///< no namespace
  Unknown, ///< one that we do not read
  Rss,
  Rdf,
  Atom,
  Atom03,
  DublinCore,
  DublinCoreTerms,
  Content,
  Media,
  Itunes,
  GooglePlay,
  Xhtml,
  Xml,
  FeedBurner,
  FeedHistory,
  Sitemap,
  SitemapNews,
  Syndication,
};

Vocabulary vocabulary_of_address(std::string_view address);

/// For a prefix that the document does not declare.
Vocabulary vocabulary_of_usual_prefix(std::string_view prefix);

} // namespace trawl::feed
