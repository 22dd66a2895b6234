// SPDX-License-Identifier: GPL-3.0-or-later
/// Which addresses of a source are articles, and which claims of pages about their address are believed. Pure.
#pragma once

#include "shared/base/result.h"
#include "shared/schema/catalogue.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::crawl {

/// The patterns of one source (PCRE2), matched within a step limit: a pattern that runs away does not match.
/// Cheap to copy, shared between threads.
class UrlRules {
 public:
  /// BadInput: a pattern does not compile; the error names source, pattern and place.
  static Result<UrlRules> compile(const schema::SourceDefinition& source);

  /// Whether `url` may be an article of the source: it matches the article pattern and no exclude pattern, with or
  /// without a final slash, as http or https. Without an article pattern, addresses that look like listings are
  /// refused.
  bool accepts(std::string_view url) const;

  bool has_pattern() const;

  /// The field of the catalogue whose pattern was given up on `url` by the step limit, as a reader knows it; empty if
  /// none was.
  std::string field_without_end(std::string_view url) const;

 private:
  struct Patterns;
  std::shared_ptr<const Patterns> patterns_;
};

/// Front pages, and lists by tag, category, author, date or page number, by the words that site generators use.
bool looks_like_listing(std::string_view url);

/// The claim of a page about its own address, canonical, if it may be believed at all: another address of the same
/// registrable domain, and not a front page. Else empty.
std::string believable_claim(std::string_view found_at, std::string_view claim);

} // namespace trawl::crawl
