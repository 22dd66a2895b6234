// SPDX-License-Identifier: GPL-3.0-or-later
/// Collects the metadata signals of a page.
#pragma once

#include "indexer/extract/metadata/elements.h"
#include "indexer/extract/metadata/json_ld.h"
#include "indexer/html/dom.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Where on the page an element is. Bits: an element is in all the places that its ancestors are.
enum Place : std::uint8_t {
  kInArticle = 1,     ///< article, main, itemprop=articleBody
  kInHeader = 2,      ///< a header outside articles
  kInBoilerplate = 4, ///< nav, aside, footer, side bars, teasers and related lists
  kInComments = 8,
  kInQuote = 16, ///< code, quotations and figures: not the page's own words
};

/// One meta element. `name` is its name, property, itemprop or http-equiv in lower case.
struct MetaElement {
  std::string name;
  std::string content;
};

/// A heading, or an element marked as the headline by itemprop or class.
struct HeadingSignal {
  std::string text;
  std::string whole;         ///< with the kicker that `text` leaves out; empty if it has none
  int level = 1;             ///< 1 to 6; 0: not an h element
  std::uint8_t places = 0;   ///< of Place
  bool is_headline = false;  ///< itemprop=headline/name, or a class like "article-title"
  bool is_home_link = false; ///< it contains a link to the site's front page, or is inside one
  std::size_t order = 0;     ///< position in the document (NodeId)
};

/// A short text that may name authors.
struct BylineSignal {
  std::string text;
  std::size_t kind = 0; ///< row of kElementKinds in authors.cpp
  std::uint8_t places = 0;
  std::size_t order = 0;
  std::size_t list = 0; ///< the same for siblings of one kind and class: each names one of the authors
};

/// A time element, an element with a date itemprop, or a short text with a class like "published".
struct DateSignal {
  std::string machine; ///< datetime or content attribute
  std::string text;
  std::string lead; ///< the short text right before it ("Updated on")
  std::string itemprop;
  bool is_time_element = false;
  bool is_update = false; ///< its class or itemprop says that it dates a change
  std::uint8_t places = 0;
  std::size_t order = 0;
};

/// A short run of text that contains a year or begins like a byline.
struct ShortText {
  std::string text;
  std::string lead; ///< the short text right before it
  std::uint8_t places = 0;
  std::size_t order = 0;
};

struct LinkSignal {
  std::string rel; ///< lower case
  std::string href;
};

struct ImageSignal {
  std::string url;
  std::uint8_t places = 0;
  int width = 0; ///< the attribute, in pixels; 0 if there is none
};

/// The signals of one page, in document order. Each list is capped, so that a hostile page costs no more than a long
/// one.
struct MetadataSignals {
  std::vector<MetaElement> metas;
  std::vector<JsonLdItem> json_ld;
  std::vector<HeadingSignal> headings;
  std::vector<BylineSignal> bylines;
  std::vector<DateSignal> dates;
  std::vector<ShortText> short_texts;
  std::vector<ShortText> datelines; ///< beginnings of paragraphs that contain a year: "Berlin, 3 May 2024 – "
  std::vector<LinkSignal> links;
  std::vector<ImageSignal> images;
  std::vector<std::string> tag_links; ///< texts of rel=tag links
  std::string document_title;         ///< of the title element
  std::string html_lang;
  std::string base_href;
  std::vector<std::string> warnings;

  /// The first non-empty content of the meta elements with this name, or empty. The view lives as long as the signals.
  std::string_view meta(std::string_view name) const;
};

/// Walks the page once. `names`: of the page.
MetadataSignals collect_signals(const html::Dom& dom, NameLookup& names);

} // namespace trawl::extract
