// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything on a page that may bear witness to its metadata, gathered in one walk and not yet judged.
#pragma once

#include "indexer/extract/metadata/json_ld.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {
class Dom;
}

namespace trawl::extract {

/// Where on the page something stands; an element is in all the places its ancestors make.
enum Place : std::uint8_t {
  kInArticle = 1, ///< article, main, itemprop=articleBody
  kInHeader = 2,  ///< a header that is in no article
  kInChrome = 4,  ///< nav, aside, footer, side bars, teasers and related lists
  kInComments = 8,
  kInQuote = 16, ///< code, quotations and figures: not the page's own words
};

/// One meta element; `name` is its name, property, itemprop or http-equiv in lower case.
struct MetaElement {
  std::string name;
  std::string content;
};

/// A heading, or an element marked as the headline by itemprop or class.
struct HeadingWitness {
  std::string text;
  std::string whole;         ///< with the kicker that `text` leaves out; empty: there is none
  int level = 1;             ///< 1 to 6; 0: no h element
  std::uint8_t places = 0;   ///< of Place
  bool is_headline = false;  ///< itemprop=headline/name, or a class like "article-title"
  bool is_home_link = false; ///< all of it links to the site's own front page, or it is an image
  std::size_t order = 0;     ///< position in the document, in elements
};

enum class BylineKind : std::uint8_t { RelAuthor, ItemProp, AuthorLink, Class };

/// A short text that may name authors.
struct BylineWitness {
  std::string text;
  BylineKind kind = BylineKind::Class;
  std::uint8_t places = 0;
  std::size_t order = 0;
};

/// A time element, an element with a date itemprop, or a short text of a class like "published".
struct DateWitness {
  std::string machine; ///< datetime or content attribute
  std::string text;
  std::string lead; ///< the short text right before it ("Updated on")
  std::string itemprop;
  bool is_time_element = false;
  bool is_update = false; ///< class, itemprop or wording says so
  std::uint8_t places = 0;
  std::size_t order = 0;
};

/// A short run of text that holds a date's digits or begins like a byline.
struct ShortText {
  std::string text;
  std::string lead; ///< the short text right before it
  std::uint8_t places = 0;
  std::size_t order = 0;
};

struct LinkWitness {
  std::string rel; ///< lower case
  std::string href;
};

struct ImageWitness {
  std::string url;
  std::uint8_t places = 0;
  int width = 0; ///< attribute; 0: not said
};

/// A page's witnesses in document order. Each list is capped, so that a hostile page costs no more than a long one.
struct Witnesses {
  std::vector<MetaElement> metas;
  std::vector<JsonLdItem> json_ld;
  std::vector<HeadingWitness> headings;
  std::vector<BylineWitness> bylines;
  std::vector<DateWitness> dates;
  std::vector<ShortText> short_texts;
  std::vector<LinkWitness> links;
  std::vector<ImageWitness> images;
  std::vector<std::string> tag_links; ///< texts of rel=tag
  std::string document_title;
  std::string html_lang;
  std::string base_href;
  std::vector<std::string> warnings;

  /// The first non-empty content of a meta element of this name, or empty. The view lives as long as the witnesses.
  std::string_view meta(std::string_view name) const;
};

/// Walks the page once.
Witnesses gather_witnesses(const html::Dom& dom);

} // namespace trawl::extract
