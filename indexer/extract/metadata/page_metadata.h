// SPDX-License-Identifier: GPL-3.0-or-later
/// What a page says about itself beside its text: title, authors, dates and the rest, each the outcome of a vote.
///
/// One walk over the tree gathers the witnesses (JSON-LD, meta elements, microdata and RDFa, headings, bylines, time
/// elements, links); the address and the feed's entry join them. Nothing is invented: what no witness says stays empty.
#pragma once

#include "indexer/extract/article_extractor.h"
#include "indexer/extract/metadata/language.h"
#include "shared/article/article.h"
#include "shared/base/date_time.h"

#include <optional>
#include <string>
#include <vector>

namespace trawl::html {
class Dom;
}

namespace trawl::extract {

/// All text is UTF-8 with white space squeezed; all addresses are absolute. Empty or nullopt: no witness.
struct PageMetadata {
  std::string title;
  std::vector<std::string> authors; ///< one person or team each, in the page's order
  std::vector<std::string> affiliations;
  std::optional<Date> published;
  std::optional<Date> updated; ///< never before `published`
  bool is_dated = false;       ///< the page says when it was published, not only when it changed
  std::string site_name;
  std::string description;
  LanguageHints language_hints;       ///< for detect_language, with the article's text
  std::string language;               ///< declared_language(language_hints)
  std::string canonical_url;          ///< the page's own claim (canonical link, og:url), not judged
  std::string image;                  ///< lead image
  std::vector<std::string> keywords;  ///< keywords, article:tag, rel=tag
  std::string section;                ///< article:section, articleSection
  std::vector<Provenance> provenance; ///< {"title", "h1, og:title"}, {"published", "json-ld"}, …
  std::string refresh_url;            ///< a meta refresh's target, or empty
  int refresh_seconds = -1;
  bool noindex = false;              ///< robots meta says noindex or none
  std::string article_body;          ///< JSON-LD articleBody as plain text: a candidate for the text, never a default
  bool truncated = false;            ///< JSON-LD says isAccessibleForFree: false
  std::vector<std::string> warnings; ///< e.g. JSON-LD that did not parse
};

/// Reads the metadata of a parsed page. Linear in the page; never throws on foreign input. `input.bytes` is not read
/// again, `input.url`, `input.feed` and `input.now` are.
PageMetadata read_metadata(const html::Dom& dom, const PageInput& input);

/// The same fields from a feed's entry alone, cleaned by the same rules.
PageMetadata read_feed_metadata(const FeedSignal& feed, const std::string& url, Moment now);

} // namespace trawl::extract
