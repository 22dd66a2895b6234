// SPDX-License-Identifier: GPL-3.0-or-later
/// Which URLs of a source are articles, and which canonical URLs stated by pages are credible. Pure.
#pragma once

#include "shared/base/result.h"
#include "shared/schema/catalogue.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// The URL patterns of one source (PCRE2). Matching has a step limit; a pattern that exceeds it does not match.
/// Cheap to copy, shared between threads.
class UrlRules {
 public:
  /// BadInput: a pattern does not compile; the error names the source, the pattern and the position.
  static Result<UrlRules> compile(const schema::SourceDefinition& source);

  /// Whether `url` may be an article of the source: it matches the article pattern and no exclude pattern, with or
  /// without a final slash, as http or https. URLs that look like listings are rejected; with an article pattern, only
  /// those with a word for lists ("tags") that the pattern does not contain.
  bool accepts(std::string_view url) const;

  bool has_pattern() const;

  /// The name of the catalogue field whose pattern exceeded the step limit on `url`; empty if none did.
  std::string field_over_limit(std::string_view url) const;

 private:
  struct Patterns;
  std::shared_ptr<const Patterns> patterns_;
};

/// Whether the URL is a front page, or a list by tag, category, author, date or page number, judged by the words that
/// site generators use.
bool looks_like_listing(std::string_view url);

/// The canonical URL that a page states (link rel=canonical, og:url), if credible: another URL, and not a front page.
/// Else empty.
std::string credible_claim(std::string_view found_at, std::string_view claim);

} // namespace trawl::crawl
