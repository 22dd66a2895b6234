// SPDX-License-Identifier: GPL-3.0-or-later
/// Extraction rules of a source: CSS selectors for the text, title, date, authors and tags of its pages, and for parts
/// to ignore. For sites that are extracted wrongly without them.
#pragma once

#include "indexer/extract/article_extractor.h"
#include "indexer/html/css_selector.h"
#include "indexer/html/dom.h"
#include "shared/content/content.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace trawl::extract {

/// Compiled rules: an immutable value. A rule that matches nothing on a page leaves the field as extracted.
class PageRules {
 public:
  /// Whether there is a rule of this name. The rules and what each selects:
  ///   content  the text: all matches, in order
  ///   remove   parts that are neither text nor metadata, anywhere on the page
  ///   title    the first match
  ///   date     the date of publication: the first match, by its datetime or content attribute, else its text
  ///   author   each match is a byline
  ///   tags     each match is a keyword, or several separated by commas
  static bool is_known(std::string_view name);

  /// BadInput: unknown rule, or a selector that cannot be parsed.
  static Result<PageRules> compile(const std::map<std::string, std::string>& selectors);

  bool empty() const { return selectors_.empty(); }

  /// Blanks the elements that `remove` selects. Must be called before anything is read from `dom`.
  void prepare(html::Dom& dom) const;
  /// Replaces extracted fields with the values that the rules select. Must be called after extraction.
  void apply(const html::Dom& dom, const PageInput& input, Extract& extract) const;
  /// The content that the rule `content` selects; empty without such a rule or a match.
  content::Content content(const html::Dom& dom, std::string_view base_url) const;

 private:
  const html::CssSelector* find(std::string_view name) const;
  std::vector<html::NodeId> matches(const html::Dom& dom, std::string_view name) const;

  std::map<std::string, html::CssSelector, std::less<>> selectors_;
};

} // namespace trawl::extract
