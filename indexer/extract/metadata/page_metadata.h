// SPDX-License-Identifier: GPL-3.0-or-later
/// A page's metadata: title, authors, dates and the rest, each decided by a vote among the signals for it.
///
/// One walk over the tree collects the signals (JSON-LD, meta elements, microdata and RDFa, headings, bylines, time
/// elements, links); the address and the feed entry add theirs. A field without a signal is empty.
#pragma once

#include "indexer/extract/metadata/language.h"
#include "indexer/extract/metadata/signals.h"
#include "indexer/extract/page/page_input.h"
#include "indexer/html/dom.h"
#include "shared/article/article.h"
#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::html {
class Dom;
}

namespace trawl::extract {

/// The base of the page's relative addresses: its base element, resolved against `url`, else `url`.
std::string base_url(const MetadataSignals& signals, std::string_view url);

/// The first http(s) URL of link rel=canonical, og:url and JSON-LD's url, absolute; empty if there is none. `item` may
/// be null.
std::string canonical_link(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base);

/// A meta refresh like "5; url=https://…" (HTML Standard §4.2.5.3).
struct Refresh {
  int seconds = -1; ///< until the refresh; -1: there is no refresh
  std::string url;  ///< absolute; empty: the page reloads itself
};
Refresh meta_refresh(const MetadataSignals& signals, std::string_view base);

/// Adds a keyword unless it is empty, known or longer than 100 bytes, or the list is full.
void add_keyword(std::vector<std::string>& keywords, std::string_view text);

/// article:tag and keyword lists of meta elements, then the keywords of `item` (may be null), then rel=tag links.
std::vector<std::string> page_keywords(const MetadataSignals& signals, const JsonLdItem* item);

/// The first one present among og:image, JSON-LD's image, twitter:image, link rel=image_src, and the article's first
/// image that is not small. An absolute http(s) URL, or empty. `item` may be null.
std::string lead_image(const MetadataSignals& signals, const JsonLdItem* item, std::string_view base);

/// Whether the page is a discussion by its schema.org types, its generator, or the words of its address.
bool is_discussion(const html::Dom& dom, std::string_view url);
struct PageOutline;

/// Texts are UTF-8 with white space squeezed; addresses are absolute. Empty or nullopt: there is no signal.
struct PageMetadata {
  std::string title;
  std::vector<std::string> authors; ///< one person or team each, in the order of the page
  std::vector<std::string> affiliations;
  std::optional<Date> published;
  std::optional<Date> updated; ///< never before `published`
  bool is_dated = false;       ///< the page says when it was published, not only when it was changed
  std::string site_name;
  std::string description;
  LanguageHints language_hints;       ///< for detect_language, with the article's text
  std::string language;               ///< declared_language(language_hints)
  std::string base_url;               ///< of the page's relative addresses; empty if unknown
  std::string canonical_url;          ///< what the page claims (canonical link, og:url); not verified
  std::string image;                  ///< lead image
  std::vector<std::string> keywords;  ///< keywords, article:tag, rel=tag
  std::string section;                ///< article:section, articleSection
  std::vector<Provenance> provenance; ///< {"title", "h1, og:title"}, {"published", "json-ld"}, …
  std::string refresh_url;            ///< the target of a meta refresh, or empty
  int refresh_seconds = -1;
  bool noindex = false;              ///< robots meta says noindex or none
  std::string article_body;          ///< JSON-LD articleBody as plain text; see ContentHints
  bool truncated = false;            ///< JSON-LD says that the article is not free to read
  std::vector<std::string> warnings; ///< for example JSON-LD that does not parse
};

/// Reads the metadata of a parsed page. Linear in the page; never throws on untrusted input. Uses url, feed and now of
/// `input`; if its site is known, `outline` is the page's. `names`: of the page.
PageMetadata read_metadata(const html::Dom& dom, NameLookup& names, const PageInput& input,
                           const PageOutline* outline = nullptr);

/// The metadata of a feed entry alone, cleaned by the same rules.
PageMetadata read_feed_metadata(const FeedSignal& feed, const std::string& url, Moment now);

} // namespace trawl::extract
